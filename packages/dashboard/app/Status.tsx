import type { JobStatus } from '@sqrl/squirrel/protocol/live.ts';
import { Link } from 'wouter';
import { useVerb } from '../calls/verb.ts';
import { useConnection } from '../live/LiveProvider.tsx';
import { Ticked } from '../parts/text.tsx';
import { Icon } from '../theme/icons.tsx';
import { counted } from '../words/say.ts';
import { ago, clock, number } from '../words/times.ts';
import styles from './shell.module.css';

/** Says it when the daemon has gone, and how old is what is shown. */
export function ConnectionBanner() {
  const { state, staleSince, file } = useConnection();
  if (state !== 'gone' && state !== 'locked') return null;
  // It is at another port now, which no page may look for: another program could answer there.
  const lasting = file ? ` When it runs, opening \`${file}\` in the browser leads there, too.` : '';
  return (
    <div className={`note ${styles.banner}`} data-tone="warn" role="alert">
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

/** A dot for how the page stands with the daemon, and what the daemon works at just now. */
export function LiveDot() {
  const { state, jobs } = useConnection();
  const job = jobs.find(({ state: how }) => how === 'running');
  const shown = state === 'locked' ? 'gone' : state;
  const text =
    state === 'live' && job
      ? workOf(job)
      : ({ live: 'Live', connecting: 'Connecting…' }[state as 'live'] ?? 'Reconnecting…');
  return (
    <div
      className={`quiet ${styles.live}`}
      data-state={shown}
      data-tone={TONES[shown]}
      role="status"
      aria-live="off"
    >
      <i aria-hidden="true" />
      <span className="cut" title={text}>
        {text}
      </span>
    </div>
  );
}

/** What the daemon works at, by the names of its jobs. */
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

/** How things stand, as a tone. */
const TONES = {
  live: 'good',
  connecting: 'warn',
  reconnecting: 'warn',
  waiting: 'warn',
  gone: 'bad',
} as const;

/** How shared memories stand: in sync, waiting, refused, worded by two. Nothing where nothing is shared. */
export function SyncLight() {
  const { data } = useVerb('hubStatus', {}, { keep: true });
  if (!data || (!data.login && data.conflicts === 0)) return null;
  const { login, failed, syncedAt, waiting, refused, conflicts } = data;
  const parts = [
    ...(failed !== null ? ['The hub does not answer'] : []),
    ...(refused.length > 0 ? [`The hub refused ${counted(refused.length, 'change', 'changes')}`] : []),
    ...(conflicts > 0 ? [counted(conflicts, 'memory worded by two', 'memories worded by two')] : []),
    ...(login && waiting > 0
      ? [counted(waiting, 'change waits for the hub', 'changes wait for the hub')]
      : []),
  ];
  const isFine = parts.length === 0;
  const text =
    parts[0] ?? (syncedAt === null ? 'Logged in at the hub; not in sync yet' : 'In sync with the hub');
  const last = syncedAt === null ? [] : [`Last answer ${ago(syncedAt)}`];
  const state = failed !== null ? 'gone' : isFine && syncedAt !== null ? 'live' : 'waiting';
  return (
    <Link
      href={conflicts > 0 ? '/review' : '/settings/sharing'}
      className={`quiet plain ${styles.live}`}
      data-state={state}
      data-tone={TONES[state]}
      title={[...(parts.length > 0 ? parts : [text]), ...last].join('\n')}
    >
      <i aria-hidden="true" />
      <span className="cut">{text}</span>
    </Link>
  );
}
