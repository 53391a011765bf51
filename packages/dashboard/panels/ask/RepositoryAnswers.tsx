import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { useVerb } from '../../calls/verb.ts';
import { Loading } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import { moment } from '../../words/times.ts';
import styles from './passage-answer.module.css';

/** The commits that a question asks for; each opens with its message and files. */
export function CommitAnswers({ commits }: { commits: Output<'ask'>['commits'] }) {
  return (
    <section className={styles.passages} aria-label="Commits">
      <h3>Commits</h3>
      <ol>
        {commits.map(({ id, hash, at, author, subject, filesChanged }) => (
          <li key={id}>
            <p className={styles.task}>{subject}</p>
            <p className={`facts ${styles.facts}`}>
              <time dateTime={new Date(at).toISOString()}>{moment(at)}</time>
              <span>{author}</span>
              <span>{counted(filesChanged, 'file changed', 'files changed')}</span>
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
  const [isOpen, setOpen] = useState(false);
  const { data } = useVerb('commit', { id }, { enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Message and files</summary>
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
  return (
    <section className={styles.passages} aria-label="Code">
      <h3>Code</h3>
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
              <p className={`facts ${styles.facts}`}>
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
