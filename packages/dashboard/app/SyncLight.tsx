import { Link } from 'wouter';
import { useVerb } from '../calls/verb.ts';
import { counted } from '../words/say.ts';
import { ago, number } from '../words/times.ts';
import styles from './shell.module.css';

/** How shared memories stand: in sync, waiting, refused, worded by two. Nothing where nothing is shared. */
export function SyncLight() {
  const { data } = useVerb('hubStatus', {}, { keep: true });
  if (!data || (!data.login && data.conflicts === 0)) return null;
  const { login, failed, syncedAt, waiting, refused, conflicts } = data;
  const parts = [
    ...(failed !== null ? ['The hub does not answer'] : []),
    ...(refused.length > 0
      ? [
          refused.length === 1
            ? `The hub refused 1 change`
            : `The hub refused ${number(refused.length)} changes`,
        ]
      : []),
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
      className={styles.live}
      data-state={state}
      title={[...(parts.length > 0 ? parts : [text]), ...last].join('\n')}
    >
      <i aria-hidden="true" />
      <span>{text}</span>
    </Link>
  );
}
