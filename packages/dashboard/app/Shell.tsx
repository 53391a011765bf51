import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { ShowSoon } from '../parts/soon.tsx';
import { Loading, PanelErrorBoundary, TroubleNote } from '../parts/states.tsx';
import { Icon } from '../theme/icons.tsx';
import { HelpSheet, useGlobalKeys } from './keys.tsx';
import { Palette } from './Palette.tsx';
import { panelAt, panels } from './panels.ts';
import { useChoice } from './projects.tsx';
import { Sidebar } from './Sidebar.tsx';
import { ConnectionBanner } from './Status.tsx';
import styles from './shell.module.css';

/** What stands around every panel: navigation, palette, help, and how things stand with the daemon. */
export function Shell() {
  const [path] = useLocation();
  const { chosen } = useChoice();
  const [navOpen, nav] = useDisclosure(false);
  const [helpOpen, help] = useDisclosure(false);
  const here = panelAt(path);
  useGlobalKeys({ onHelp: help.toggle });
  useEffect(() => {
    document.title = here ? `${here.title} · Squirrel` : 'Squirrel';
  }, [here]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever one has gone, the navigation has done its work
  useEffect(() => nav.close(), [path, chosen]);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.top}>
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={nav.open} aria-label="Open navigation">
          <Icon name="menu" size={20} />
        </ActionIcon>
        <strong>{here ? here.title : 'Squirrel'}</strong>
      </header>
      <Sidebar open={navOpen} onClose={nav.close} onHelp={help.open} />
      <main id="content" className={styles.main} tabIndex={-1}>
        <ConnectionBanner />
        <PanelErrorBoundary key={`${chosen} ${here?.name}`}>
          <Switch key={chosen}>
            {panels.map(({ name, path: at, page }) => (
              <Route key={name} path={at === '/' ? at : `${at}/*?`}>
                <ShowSoon part={page} props={{}} waiting={<Loading page />} />
              </Route>
            ))}
            <Route>
              <TroubleNote trouble={{ message: 'Page not found.', hint: 'Go home with g h.' }} page />
            </Route>
          </Switch>
        </PanelErrorBoundary>
      </main>
      <Palette />
      <HelpSheet opened={helpOpen} onClose={help.close} />
    </div>
  );
}
