import { AppShell, Menu, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { MAX_DECISIONS } from '@sqrl/base/model/memory.ts';
import type { JobStatus } from '@sqrl/squirrel/protocol/live.ts';
import { Link, useLocation } from 'wouter';
import { useVerb } from '../calls/verb.ts';
import { useConnection } from '../live/LiveProvider.tsx';
import { Choice, Keys } from '../parts/controls.tsx';
import { Ticked } from '../parts/memory.tsx';
import { Icon, type IconName } from '../theme/icons.tsx';
import { ago, clock, counted, number } from '../words/say.ts';
import { THEMES } from './choices.ts';
import { panels } from './panels.ts';
import { type KnownProject, USER, useChoice } from './projects.tsx';

export function Sidebar({ onHelp }: { onHelp: () => void }) {
  const [path] = useLocation();
  const { project, all } = useChoice();
  const waiting = Math.min(MAX_DECISIONS, (project?.counts?.needsReview ?? 0) + all.user.needsReview);
  return (
    <AppShell.Navbar className="shell-side" aria-label="Squirrel">
      <div className="row shell-brand">
        <img src="/favicon.svg" alt="" width={22} height={22} />
        Squirrel
      </div>
      <ProjectSwitcher />
      <button type="button" className="bare shell-item shell-find" onClick={() => spotlight.open()}>
        <Icon name="search" />
        <span className="cut">Search</span>
        <Keys keys="mod+k" />
      </button>
      <div>
        {panels.map(({ name, title, path: at, key, icon }) => {
          const here = at === '/' ? path === '/' : path.startsWith(at);
          return (
            <Link key={name} href={at} className="shell-item" aria-current={here ? 'page' : undefined}>
              <Icon name={icon} />
              <span className="cut">{title}</span>
              {name === 'review' && waiting > 0 && <span data-badge="accent">{waiting}</span>}
              <span className="shell-hint" aria-hidden="true">
                g {key}
              </span>
            </Link>
          );
        })}
      </div>
      <div className="shell-foot">
        <LiveDot />
        <SyncLight />
        <Looks />
        <button type="button" className="bare shell-item" onClick={onHelp}>
          <Icon name="help" />
          <span className="cut">Keyboard shortcuts</span>
          <span className="shell-hint" aria-hidden="true">
            ?
          </span>
        </button>
      </div>
    </AppShell.Navbar>
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

function ProjectSwitcher() {
  const { project, chosen, all } = useChoice();
  const choose = useProjectChoice();
  return (
    <Menu width="target" position="bottom-start" shadow="md">
      <Menu.Target>
        <button type="button" className="bare shell-item shell-project" title="Choose a project">
          <Icon name={project ? 'folder' : 'person'} />
          <span className="cut">{project?.name ?? 'All projects'}</span>
          <Icon name="updown" size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className="shell-projects">
        {all.projects.map((one) => (
          <Menu.Item key={one.id} onClick={() => choose(one.id)} data-chosen={one.id === chosen || undefined}>
            <b>{one.name}</b>
            <small title={one.root}>{detail(one)}</small>
          </Menu.Item>
        ))}
        {all.projects.length > 0 && <Menu.Divider />}
        <Menu.Item onClick={() => choose(USER)} data-chosen={chosen === USER || undefined}>
          <b>All projects</b>
          <small>Global memories</small>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function detail({ here, because, counts }: KnownProject): string {
  if (!here) return 'Folder not found';
  return counts ? counted(counts.memories, 'memory') : (because ?? '');
}

export function useProjectChoice(): (id: string) => void {
  const [path, go] = useLocation();
  const panel = /^\/[^/?]*/.exec(path)?.[0] ?? '/';
  return (id) => go(`~/p/${encodeURIComponent(id)}${panel}`);
}

export function ConnectionBanner() {
  const { state, staleSince, file } = useConnection();
  if (state !== 'gone' && state !== 'locked') return null;
  // It is at another port now, which no page may look for: another program could answer there.
  const lasting = file ? ` When it runs, opening \`${file}\` in the browser leads there, too.` : '';
  return (
    <div className="note shell-banner" data-tone="warn" role="alert">
      <Icon name="warning" />
      <span>
        <strong>
          {state === 'gone' ? `Disconnected. Showing data from ${clock(staleSince!)}.` : 'Session expired.'}
        </strong>{' '}
        <Ticked
          text={
            state === 'gone'
              ? `Run \`sqrl ui\` to start the daemon and open the panel again.${lasting}`
              : `Open it again with \`sqrl ui\`.${lasting}`
          }
        />
      </span>
    </div>
  );
}

function LiveDot() {
  const { state, jobs } = useConnection();
  const job = jobs.find(({ state: how }) => how === 'running');
  const shown = state === 'locked' ? 'gone' : state;
  const text =
    state === 'live' && job
      ? workOf(job)
      : ({ live: 'Live', connecting: 'Connecting…' }[state as 'live'] ?? 'Reconnecting…');
  return (
    <div
      className="line quiet fine shell-live dot"
      data-state={shown}
      data-tone={TONES[shown]}
      role="status"
      aria-live="off"
    >
      <span className="cut" title={text}>
        {text}
      </span>
    </div>
  );
}

const JOBS: Readonly<Record<string, string>> = {
  learn: 'learning from sessions',
  notes: 'reading your notes',
  embed: 'embedding memories',
  'embed passages': 'embedding conversations',
  copy: 'copying',
  'follow logs': 'reading logs',
  'follow code': 'indexing code',
};

function workOf({ name, done, total }: JobStatus): string {
  const what = JOBS[name] ?? name;
  return total > 0 ? `${what}: ${number(done)} of ${number(total)}` : `${what}…`;
}

const TONES = {
  live: 'good',
  connecting: 'warn',
  reconnecting: 'warn',
  waiting: 'warn',
  gone: 'bad',
} as const;

/** How shared memories stand: in sync, waiting, refused, worded by two. Nothing where nothing is shared. */
function SyncLight() {
  const { data } = useVerb('hubStatus', {}, { keep: true });
  if (!data || (!data.login && data.conflicts === 0)) return null;
  const { login, failed, syncedAt, waiting, refused, conflicts } = data;
  const parts = [
    ...(failed !== null ? ['The hub does not answer'] : []),
    ...(refused.length > 0 ? [`The hub refused ${counted(refused.length, 'change')}`] : []),
    ...(conflicts > 0 ? [counted(conflicts, 'memory worded by two')] : []),
    ...(login && waiting > 0 ? [`${counted(waiting, 'change')} pending for the hub`] : []),
  ];
  const isFine = parts.length === 0;
  const text =
    parts[0] ?? (syncedAt === null ? 'Logged in at the hub; not in sync yet' : 'In sync with the hub');
  const last = syncedAt === null ? [] : [`Last answer ${ago(syncedAt)}`];
  const state = failed !== null ? 'gone' : isFine && syncedAt !== null ? 'live' : 'waiting';
  return (
    <Link
      href={conflicts > 0 ? '/review' : '/settings/sharing'}
      className="line quiet plain fine shell-live dot"
      data-state={state}
      data-tone={TONES[state]}
      title={[...(parts.length > 0 ? parts : [text]), ...last].join('\n')}
    >
      <span className="cut">{text}</span>
    </Link>
  );
}
