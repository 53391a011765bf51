import { Link } from 'wouter';
import { MemoryLink, TypePill } from '../../parts/memory.tsx';
import { Ticked } from '../../parts/text.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';
import { clock, moment, number } from '../../words/times.ts';
import type { TimelineSession } from './Sessions.tsx';
import { Struggle } from './Struggle.tsx';
import { titleOf, useSpan } from './session-words.ts';
import styles from './timeline.module.css';

const MAX_NAMED = 2;

interface SessionCardProps {
  session: TimelineSession;
  /** A search; it opens at the first step that has these words. */
  words: string;
  isCursor: boolean;
}

/** One session: what it was about, how it went, what it was told and what was learned. */
export function SessionCard({ session, words, isCursor }: SessionCardProps) {
  const span = useSpan();
  const { id, opening, startedAt, endedAt, client, episodes, delivered, learned, learnedTotal } = session;
  const changed = new Set(episodes.flatMap(({ filesChanged }) => filesChanged)).size;
  return (
    <li id={`session-${id}`} className={styles.card} data-cursor={isCursor || undefined}>
      <div className={styles.when}>
        <time title={moment(startedAt)}>{clock(startedAt)}</time>
        <span>{span(endedAt - startedAt)}</span>
      </div>
      <div className={styles.what}>
        <h3 dir="auto">
          <Link href={`/timeline?s=${encodeURIComponent(id)}`}>
            <Ticked text={titleOf(session) ?? 'Untitled session'} question={words} />
          </Link>
        </h3>
        <p className={`facts ${styles.facts}`}>
          <span>{client}</span>
          <Struggle struggle={session.struggle} />
          <span>{counted(session.events, 'step', 'steps')}</span>
          {changed > 0 && <span>{counted(changed, 'file changed', 'files changed')}</span>}
          {session.tainted > 0 && <span data-tone="warn">contains foreign text</span>}
        </p>
        <ul className={styles.episodes}>
          {episodes.map(({ id: episode, task, outcome, status }, i) => (
            <li key={episode} data-status={status}>
              {(i > 0 || task !== opening) && (
                <span dir="auto">
                  <Ticked text={task} />
                </span>
              )}
              <em>{outcome}</em>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.gain}>
        {(session.holdout === 'control' || delivered.memories > 0) && (
          <p>
            <Icon name="spark" size={14} />
            {session.holdout === 'control'
              ? 'Control session (no memories)'
              : `${counted(delivered.memories, 'memory', 'memories')} delivered (${number(delivered.tokens)} tokens)`}
          </p>
        )}
        {learnedTotal > 0 && (
          <p>
            <Icon name="memories" size={14} />
            {counted(learnedTotal, 'memory learned or confirmed', 'memories learned or confirmed')}
          </p>
        )}
        <ul>
          {learned.slice(0, MAX_NAMED).map(({ id: memory, type, text }) => (
            <li key={memory}>
              <TypePill type={type} />
              <MemoryLink id={memory} text={text} />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
