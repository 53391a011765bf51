import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { placeOf } from '../../parts/place-of.ts';
import { Ticked } from '../../parts/text.tsx';
import { counted } from '../../words/say.ts';
import { ago, moment } from '../../words/times.ts';
import { useShortPaths } from '../timeline/session-words.ts';
import styles from './passage-answer.module.css';

/** What was worked on in the time a question asks about, or past tasks that it asks for. */
export function WorkAnswers({ work, title }: { work: Output<'ask'>['work']; title: string }) {
  return (
    <section className={styles.passages} aria-label={title}>
      <h3>{title}</h3>
      <ol>
        {work.map(({ id, task, outcome, startedAt, filesChanged, said }) => (
          <li key={id}>
            <p className={styles.task} dir="auto">
              {task}
            </p>
            {said && (
              <p className={styles.turn}>
                <b>Agent</b>{' '}
                <span>
                  <Ticked text={said.text} />
                </span>
              </p>
            )}
            <p className={`facts ${styles.facts}`}>
              <time dateTime={new Date(startedAt).toISOString()}>{moment(startedAt)}</time>
              {outcome !== '' && <span>{outcome}</span>}
              {filesChanged.length > 0 && (
                <span title={filesChanged.join('\n')}>
                  {counted(filesChanged.length, 'file changed', 'files changed')}
                </span>
              )}
              {said && <Link href={placeOf(said.id)}>Open in the timeline</Link>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What fails again and again, and what helped. */
export function FailureAnswers({ failures }: { failures: Output<'ask'>['failures'] }) {
  const short = useShortPaths();
  return (
    <section className={styles.passages} aria-label="Failures that came back">
      <h3>Failures that came back</h3>
      <ol>
        {failures.map(({ fingerprint, command, error, times, sessions, lastAt, fix }) => (
          <li key={fingerprint}>
            <p className={styles.task}>
              <Ticked
                text={`${command === null ? 'A command' : `\`${command}\``} failed ${counted(times, 'time', 'times')} in ${counted(sessions, 'session', 'sessions')}: ${short(error)}`}
              />
            </p>
            <p className={styles.turn}>
              <span>
                {fix?.command ? (
                  <Ticked text={`What worked: ${`\`${fix.command}\``}`} />
                ) : fix && fix.changed.length > 0 ? (
                  `Worked after a change in ${fix.changed.slice(0, MAX_FILES).join(', ')}`
                ) : (
                  'No fix is known.'
                )}
              </span>
            </p>
            <p className={`facts ${styles.facts}`}>
              <time dateTime={new Date(lastAt).toISOString()} title={moment(lastAt)}>
                {`last ${ago(lastAt)}`}
              </time>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const MAX_FILES = 3;
