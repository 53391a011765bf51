import { Link } from 'wouter';
import { Memories, Ticked } from '../../parts/memory.tsx';
import { Icon } from '../../theme/icons.tsx';
import { STATUS_TONES, timelineWords } from '../../words/nouns.ts';
import { clock, counted, moment, number, span } from '../../words/say.ts';
import type { TimelineSession } from './Timeline.tsx';

const MAX_NAMED = 2;

interface SessionCardProps {
  session: TimelineSession;
  words: string;
  isCursor: boolean;
}

/** One session: what it was about, how it went, what it was told and what was learned. */
export function SessionCard({ session, words, isCursor }: SessionCardProps) {
  const { id, opening, startedAt, endedAt, client, episodes, delivered, learned, learnedTotal } = session;
  const changed = new Set(episodes.flatMap(({ filesChanged }) => filesChanged)).size;
  return (
    <li id={`session-${id}`} className="session" data-cursor={isCursor || undefined}>
      <div className="number">
        <time title={moment(startedAt)}>{clock(startedAt)}</time>
        <small>{span(endedAt - startedAt)}</small>
      </div>
      <div>
        <h3 dir="auto" className="cut">
          <Link href={`/timeline?s=${encodeURIComponent(id)}`} className="plain">
            <Ticked text={titleOf(session)} question={words} />
          </Link>
        </h3>
        <p className="facts">
          <span>{client}</span>
          <Struggle struggle={session.struggle} />
          <span>{counted(session.events, 'step')}</span>
          {changed > 0 && <span>{counted(changed, 'file changed')}</span>}
          {session.tainted > 0 && <span data-tone="warn">contains foreign text</span>}
        </p>
        <ul className="fine">
          {episodes.map(({ id: episode, task, outcome, status }, i) => (
            <li key={episode} className="line dot" data-tone={STATUS_TONES[status]}>
              {(i > 0 || task !== opening) && (
                <span dir="auto" className="cut">
                  <Ticked text={task} />
                </span>
              )}
              <em className="wrap">{outcome}</em>
            </li>
          ))}
        </ul>
      </div>
      <div className="session-gain">
        {(session.holdout === 'control' || delivered.memories > 0) && (
          <p className="line quiet">
            <Icon name="spark" size={14} />
            {session.holdout === 'control'
              ? 'Control session (no memories)'
              : `${counted(delivered.memories, 'memory')} delivered (${number(delivered.tokens)} tokens)`}
          </p>
        )}
        {learnedTotal > 0 && (
          <p className="line quiet">
            <Icon name="memories" size={14} />
            {counted(learnedTotal, 'memory learned or confirmed')}
          </p>
        )}
        <Memories of={learned.slice(0, MAX_NAMED)} />
      </div>
    </li>
  );
}

/** How hard something was: below which score, as a tone, and in a word. */
const LEVELS = [
  [0.05, 'good', 'Smooth'],
  [0.4, 'off', 'Some errors'],
  [0.7, 'warn', 'Rough'],
  [Infinity, 'bad', 'Very rough'],
] as const;

/** How hard a session was, in a word, and what that is made of. */
function Struggle({ struggle }: Pick<TimelineSession, 'struggle'>) {
  const { score, errors, retryLoops, frustration } = struggle;
  const made = [
    errors > 0 && counted(errors, 'error'),
    retryLoops > 0 && counted(retryLoops, 'retry'),
    frustration !== 'none' && timelineWords[`frustration.${frustration}`],
  ].filter(Boolean);
  const [, badge, word] = LEVELS.find(([below]) => score < below)!;
  return (
    <span>
      <b data-badge={badge}>{word}</b>
      {made.length > 0 && ` ${made.join(' · ')}`}
    </span>
  );
}

/** What a session is called: its title, or the first line of what was asked that says something. */
export function titleOf({ title, opening }: Pick<TimelineSession, 'title' | 'opening'>): string {
  const lines = (title ?? opening ?? '')
    .replace(/^Implement the following plan:/i, '')
    .split('\n')
    .map((line) => line.replace(/^[#>*\s]+/, '').trim());
  return lines.find((line) => line !== '') ?? 'Untitled session';
}
