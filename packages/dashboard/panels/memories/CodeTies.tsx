import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { nounWords } from '../../words/nouns.ts';
import { ago } from '../../words/times.ts';
import styles from './detail.module.css';
import { Section } from './Section.tsx';

/** The files and symbols it is about, and whether they are still what they were. */
export function CodeTies({ portrait: { files, symbols } }: { portrait: Output<'portrait'> }) {
  if (files.length + symbols.length === 0) return null;
  return (
    <Section title="Files and symbols">
      <ul className={styles.list}>
        {files.map(({ path, changedAt, state }) => (
          <li key={path} className={styles.tie}>
            <Link href={`/memories?file=${encodeURIComponent(path)}`} className="mono">
              {path}
            </Link>
            {changedAt !== null && <small>{ago(changedAt)}</small>}
            <State state={state} />
          </li>
        ))}
        {symbols.map(({ name, path, state }) => (
          <li key={`${name} ${path}`} className={styles.tie}>
            <span className="mono" title={path ?? undefined}>
              {name}
            </span>
            <State state={state} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function State({ state }: { state: 'fresh' | 'stale' | 'gone' | null }) {
  return state && <span data-state={state}>{nounWords[`state.${state}`]}</span>;
}
