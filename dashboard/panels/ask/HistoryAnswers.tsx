import { Link } from 'wouter';
import type { Output } from '../../../src/protocol/verbs.ts';
import { Ticked } from '../../parts/Ticked.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './passage-answer.module.css';
import { passageWords } from './passage-words.ts';
import { placeOf } from './place-of.ts';

/** What was worked on in the time a question asks about, or past tasks that it asks for. */
export function WorkAnswers({
  work,
  title,
}: {
  work: Output<'ask'>['work'];
  title: 'work.title' | 'tasks.title';
}) {
  const say = useWords(passageWords);
  const told = useMessage();
  const { moment } = useFormats();
  return (
    <section className={styles.passages} aria-label={say(title)}>
      <h3>{say(title)}</h3>
      <ol>
        {work.map(({ id, task, outcome, startedAt, filesChanged, said }) => (
          <li key={id}>
            <p className={styles.task}>{task}</p>
            {said && (
              <p className={styles.turn}>
                <b>{say('speaker.agent')}</b> <span>{said.text}</span>
              </p>
            )}
            <p className={styles.facts}>
              <time dateTime={new Date(startedAt).toISOString()}>{moment(startedAt)}</time>
              {outcome.text !== '' && <span>{told(outcome)}</span>}
              {filesChanged.length > 0 && (
                <span title={filesChanged.join('\n')}>{say('work.changed', { n: filesChanged.length })}</span>
              )}
              {said && <Link href={placeOf(said.id)}>{say('open')}</Link>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What fails again and again, and what helped. */
export function FailureAnswers({ failures }: { failures: Output<'ask'>['failures'] }) {
  const say = useWords(passageWords);
  const { ago, moment } = useFormats();
  return (
    <section className={styles.passages} aria-label={say('failures.title')}>
      <h3>{say('failures.title')}</h3>
      <ol>
        {failures.map(({ fingerprint, command, error, times, sessions, lastAt, fix }) => (
          <li key={fingerprint}>
            <p className={styles.task}>
              <code className="mono">{command ?? error}</code>
            </p>
            {command !== null && (
              <p className={styles.turn}>
                <code className="mono">{error}</code>
              </p>
            )}
            <p className={styles.turn}>
              <span>
                {fix?.command ? (
                  <Ticked text={say('failures.worked', { command: `\`${fix.command}\`` })} />
                ) : fix && fix.changed.length > 0 ? (
                  say('failures.changed', { files: fix.changed.slice(0, MAX_FILES).join(', ') })
                ) : (
                  say('failures.open')
                )}
              </span>
            </p>
            <p className={styles.facts}>
              <span>{say('failures.times', { n: times })}</span>
              <span>{say('failures.sessions', { n: sessions })}</span>
              <time dateTime={new Date(lastAt).toISOString()} title={moment(lastAt)}>
                {ago(lastAt)}
              </time>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const MAX_FILES = 3;
