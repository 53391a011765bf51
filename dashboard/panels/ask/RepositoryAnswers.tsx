import { useState } from 'react';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useVerb } from '../../calls/verb.ts';
import { Loading } from '../../parts/Loading.tsx';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './passage-answer.module.css';
import { passageWords } from './passage-words.ts';

/** The commits that a question asks for; each opens with its message and files. */
export function CommitAnswers({ commits }: { commits: Output<'ask'>['commits'] }) {
  const say = useWords(passageWords);
  const { moment } = useFormats();
  return (
    <section className={styles.passages} aria-label={say('commits.title')}>
      <h3>{say('commits.title')}</h3>
      <ol>
        {commits.map(({ id, hash, at, author, subject, filesChanged }) => (
          <li key={id}>
            <p className={styles.task}>{subject}</p>
            <p className={styles.facts}>
              <time dateTime={new Date(at).toISOString()}>{moment(at)}</time>
              <span>{author}</span>
              <span>{say('work.changed', { n: filesChanged })}</span>
              <code className="mono">{hash.slice(0, SHOWN_DIGITS)}</code>
            </p>
            <CommitDetails id={id} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const SHOWN_DIGITS = 12;

function CommitDetails({ id }: { id: string }) {
  const say = useWords(passageWords);
  const [isOpen, setOpen] = useState(false);
  const { data } = useVerb('commit', { id }, { enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('commits.open')}</summary>
      {isOpen && !data && <Loading lines={2} />}
      {data && data.body !== '' && <p className={styles.message}>{data.body}</p>}
      <ul>
        {data?.files.map((file) => (
          <li key={file}>
            <code className="mono">{file}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The code that a question asks for, by path and line. */
export function CodeAnswers({ code }: { code: Output<'ask'>['code'] }) {
  const say = useWords(passageWords);
  return (
    <section className={styles.passages} aria-label={say('code.title')}>
      <h3>{say('code.title')}</h3>
      <ol>
        {code.map(({ path, line, kind, name, excerpt }) => (
          <li key={`${path}:${line}`}>
            <p className={styles.task}>
              <code className="mono">
                {path}:{line}
              </code>
            </p>
            {excerpt !== '' && (
              <p className={styles.turn}>
                <code className="mono">{excerpt}</code>
              </p>
            )}
            {name !== null && (
              <p className={styles.facts}>
                <span>
                  {kind} {name}
                </span>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
