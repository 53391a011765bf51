import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useVerb } from '../../../calls/verb.ts';
import { Marks, MemoryLink, TypePill } from '../../../parts/memory.tsx';
import { Loading, TroubleNote } from '../../../parts/states.tsx';
import { counted } from '../../../words/say.ts';
import { number } from '../../../words/times.ts';
import styles from '../map.module.css';

/** A part of what is told of a place. */
export const SideSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h3>{title}</h3>
    {children}
  </section>
);

/** Numbers, each with what it counts. */
export function Numbers({ of }: { of: readonly (readonly [name: string, value: number, tone?: 'warn'])[] }) {
  return (
    <dl className={styles.numbers}>
      {of.map(([name, value, tone]) => (
        <div key={name} data-tone={value > 0 ? tone : undefined}>
          <dd>{number(value)}</dd>
          <dt>{name}</dt>
        </div>
      ))}
    </dl>
  );
}

interface SideLink {
  key: string;
  name: string;
  /** The whole of it, where the name is short. */
  title?: string | undefined;
  side?: ReactNode;
  onChoose: () => void;
}

/** Places one can go to from here. */
export const Choices = ({ of }: { of: readonly SideLink[] }) => (
  <ul className={styles.choices}>
    {of.map(({ key, name, title, side, onChoose }) => (
      <li key={key}>
        <button type="button" onClick={onChoose} title={title}>
          <span>{name}</span>
          {side !== undefined && <small>{side}</small>}
        </button>
      </li>
    ))}
  </ul>
);

const MAX_ROWS = 12;

/** What is remembered of a file, or of all below a folder. */
export function SideMemories({ of, isFolder = false }: { of: string; isFolder?: boolean }) {
  const asked = { filter: { file: of }, sort: 'surest' as const, limit: MAX_ROWS, facets: false };
  const { data, error, isPending, refetch } = useVerb('browse', asked);
  return (
    <SideSection title={data ? counted(data.total, 'memory', 'memories') : 'Memories'}>
      {isPending && <Loading lines={3} />}
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      {data?.total === 0 && <p className="quiet">No memories about it yet.</p>}
      <ul className={styles.memories}>
        {data?.memories.map((memory) => (
          <li key={memory.id}>
            <MemoryLink id={memory.id} text={memory.text} />
            <span>
              <TypePill type={memory.type} />
              <Marks memory={memory} />
            </span>
          </li>
        ))}
      </ul>
      {data && data.total > MAX_ROWS && (
        <Link href={`/memories?file=${encodeURIComponent(of)}`}>
          {data.total === 1 ? 'See it' : `See all ${number(data.total)}`}
        </Link>
      )}
      {of !== '' && (
        <Link
          href={`/teach?${isFolder ? 'folder' : 'file'}=${encodeURIComponent(of)}`}
          className={styles.teach}
        >
          {isFolder ? 'Add a rule about this folder' : 'Add a rule about this file'}
        </Link>
      )}
    </SideSection>
  );
}
