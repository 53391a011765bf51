import { ActionIcon, AppShell, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { useEffect } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { useUndo } from '../actions/memory-buttons.tsx';
import { type KeyBinding, useBindings, useKeys } from '../keys/keys.ts';
import { Keys } from '../parts/controls.tsx';
import { Dialog, PanelErrorBoundary, TroubleNote } from '../parts/page.tsx';
import { ShowSoon } from '../parts/soon.tsx';
import { Icon } from '../theme/icons.tsx';
import { Palette } from './Palette.tsx';
import { panelAt, panels } from './panels.ts';
import { useChoice } from './projects.tsx';
import { ConnectionBanner, Sidebar } from './Sidebar.tsx';

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
    <AppShell
      header={{ height: { base: '2.8rem', sm: 0 } }}
      navbar={{ width: '14.5rem', breakpoint: 'sm', collapsed: { mobile: !navOpen } }}
    >
      <a className="shell-skip" href="#content">
        Skip to content
      </a>
      <AppShell.Header hiddenFrom="sm" className="row">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          onClick={nav.toggle}
          aria-label={navOpen ? 'Close navigation' : 'Open navigation'}
        >
          <Icon name="menu" size={20} />
        </ActionIcon>
        <strong>{here ? here.title : 'Squirrel'}</strong>
      </AppShell.Header>
      <Sidebar onHelp={help.open} />
      <AppShell.Main id="content" tabIndex={-1}>
        <ConnectionBanner />
        <PanelErrorBoundary key={`${chosen} ${here?.name}`}>
          <Switch key={chosen}>
            {panels.map(({ name, path: at, page }) => (
              <Route key={name} path={at === '/' ? at : `${at}/*?`}>
                <ShowSoon panel={page} />
              </Route>
            ))}
            <Route>
              <TroubleNote trouble={{ message: 'Page not found.', hint: 'Go home with g h.' }} page />
            </Route>
          </Switch>
        </PanelErrorBoundary>
      </AppShell.Main>
      <Palette />
      <HelpSheet opened={helpOpen} onClose={help.close} />
    </AppShell>
  );
}

function HelpSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const told = useBindings().filter(({ does }) => does);
  const groups = Map.groupBy(told, ({ group }) => group ?? 'Anywhere');
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className="shell-help">
        {[...groups].map(([group, bindings]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {bindings.map(({ keys, does }) => (
                <div key={keys}>
                  <dt>{does}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function useGlobalKeys({ onHelp }: { onHelp: () => void }): void {
  const [, go] = useLocation();
  const { toggleColorScheme } = useMantineColorScheme();
  const undo = useUndo();
  const [page, goTo] = ['Anywhere', 'Go to'];
  const bindings: KeyBinding[] = [
    { keys: 'mod+k', does: 'Command menu', group: page, typing: true, run: () => spotlight.open() },
    { keys: '?', does: 'Keyboard shortcuts', group: page, run: onHelp },
    { keys: 'z', does: 'Undo', group: page, run: () => undo() },
    { keys: 't', does: 'Switch light and dark', group: page, run: () => toggleColorScheme() },
    ...panels.map(({ title, path, key }) => ({
      keys: `g ${key}`,
      does: title,
      group: goTo,
      run: () => go(path),
    })),
  ];
  useKeys(bindings);
}
