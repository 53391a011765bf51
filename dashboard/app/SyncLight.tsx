import { Link } from 'wouter';
import { useVerb } from '../calls/verb.ts';
import { useWords } from '../words/say.ts';
import { shellWords } from '../words/shell.ts';
import { useFormats } from '../words/times.ts';
import styles from './shell.module.css';

/** How shared memories stand: in sync, waiting, refused, worded by two. Nothing where nothing is shared. */
export function SyncLight() {
  const say = useWords(shellWords);
  const { ago } = useFormats();
  const { data } = useVerb('hubStatus', {}, { keep: true });
  if (!data || (!data.login && data.conflicts === 0)) return null;
  const { login, failed, syncedAt, waiting, refused, conflicts } = data;
  const parts = [
    ...(failed !== null ? [say('sync.failed')] : []),
    ...(refused.length > 0 ? [say('sync.refused', { n: refused.length })] : []),
    ...(conflicts > 0 ? [say('sync.conflicts', { n: conflicts })] : []),
    ...(login && waiting > 0 ? [say('sync.waiting', { n: waiting })] : []),
  ];
  const isFine = parts.length === 0;
  const text = parts[0] ?? (syncedAt === null ? say('sync.never') : say('sync.fine'));
  const last = syncedAt === null ? [] : [say('sync.last', { ago: ago(syncedAt) })];
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
