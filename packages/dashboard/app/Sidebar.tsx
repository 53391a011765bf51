import { useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { MAX_DECISIONS } from '@sqrl/base/model/memory.ts';
import { Link, useLocation } from 'wouter';
import { Choice } from '../parts/Choice.tsx';
import { Keys } from '../parts/Keys.tsx';
import { Icon, type IconName } from '../theme/icons.tsx';
import { THEMES } from './choices.ts';
import { ProjectSwitcher } from './ProjectSwitcher.tsx';
import { panels } from './panels.ts';
import { useChoice } from './projects.tsx';
import { LiveDot, SyncLight } from './Status.tsx';
import styles from './shell.module.css';

interface SidebarProps {
  /** On narrow screens it lies over the page. */
  open: boolean;
  onClose: () => void;
  onHelp: () => void;
}

/** The navigation: project, panels, and how the page looks and speaks. */
export function Sidebar({ open, onClose, onHelp }: SidebarProps) {
  const [path] = useLocation();
  const { project, all } = useChoice();
  const waiting = Math.min(MAX_DECISIONS, (project?.counts?.needsReview ?? 0) + all.user.needsReview);
  return (
    <>
      {open && (
        <button type="button" className={styles.shade} onClick={onClose} aria-label="Close navigation" />
      )}
      <aside className={styles.side} data-open={open || undefined} aria-label="Squirrel">
        <div className={styles.brand}>
          <img src="/favicon.svg" alt="" width={22} height={22} />
          <span>Squirrel</span>
        </div>
        <ProjectSwitcher />
        <button
          type="button"
          className={`bare ${styles.item} ${styles.find}`}
          onClick={() => spotlight.open()}
        >
          <Icon name="search" />
          <span className="cut">Search</span>
          <Keys keys="mod+k" />
        </button>
        <nav aria-label="Panels">
          {panels.map(({ name, title, path: at, key, icon }) => {
            const here = at === '/' ? path === '/' : path.startsWith(at);
            return (
              <Link key={name} href={at} className={styles.item} aria-current={here ? 'page' : undefined}>
                <Icon name={icon} />
                <span className="cut">{title}</span>
                {name === 'review' && waiting > 0 && <span data-badge="accent">{waiting}</span>}
                <span className={styles.hint} aria-hidden="true">
                  g {key}
                </span>
              </Link>
            );
          })}
        </nav>
        <div className={styles.foot}>
          <LiveDot />
          <SyncLight />
          <Looks />
          <button type="button" className={`bare ${styles.item}`} onClick={onHelp}>
            <Icon name="help" />
            <span className="cut">Keyboard shortcuts</span>
            <span className={styles.hint} aria-hidden="true">
              ?
            </span>
          </button>
        </div>
      </aside>
    </>
  );
}

function Looks() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = (scheme: keyof typeof THEMES, icon: IconName) => (
    <span title={THEMES[scheme]} style={{ display: 'flex' }}>
      <Icon name={icon} size={15} />
      <VisuallyHidden>{THEMES[scheme]}</VisuallyHidden>
    </span>
  );
  return (
    <Choice
      label="Theme"
      value={colorScheme}
      onChoose={setColorScheme}
      names={{ light: name('light', 'sun'), dark: name('dark', 'moon'), auto: name('auto', 'auto') }}
    />
  );
}
