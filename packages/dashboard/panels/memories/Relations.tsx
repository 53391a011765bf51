import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { MemoryLink, TypePill } from '../../parts/memory.tsx';
import { Section } from '../../parts/Page.tsx';
import { ago } from '../../words/times.ts';
import styles from './detail.module.css';

/** What it replaced and was replaced by, what it hangs together with, and what was learned beside it. */
export function Relations({ portrait }: { portrait: Output<'portrait'> }) {
  const { was, replacedBy, relations, siblings } = portrait;
  const others = relations.filter(({ kind }) => kind !== 'supersedes');
  return (
    <>
      {replacedBy && (
        <Section title="Replaced by" side={ago(replacedBy.at)}>
          <Other id={replacedBy.id} text={replacedBy.text} note={replacedBy.because} />
        </Section>
      )}
      {was.length > 0 && (
        <Section title="Previous text">
          {was.map(({ id, text, at, because }) => (
            <Other key={`${id} ${at}`} id={id} text={text} note={because ?? ago(at)} struck />
          ))}
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Relations">
          {others.map(({ kind, way, to, memory }) => (
            <Other
              key={`${kind} ${way} ${to}`}
              id={memory?.id}
              text={memory?.text ?? to}
              note={RELATIONS[kind][way]}
            />
          ))}
        </Section>
      )}
      {siblings.length > 0 && (
        <Section title="From the same session">
          {siblings.map(({ id, text, type }) => (
            <div key={id} className={styles.sibling}>
              <TypePill type={type} />
              <MemoryLink id={id} text={text} />
            </div>
          ))}
        </Section>
      )}
    </>
  );
}

/** What a relation is called at the memory it goes out from, and at the one it leads to. */
const RELATIONS = {
  supersedes: { out: 'replaces', in: 'replaced by' },
  conflicts: { out: 'contradicts', in: 'contradicted by' },
  derived_from: { out: 'derived from', in: 'source of' },
  required_with: { out: 'needed with', in: 'needed with' },
  validates: { out: 'confirms', in: 'confirmed by' },
} as const;

interface OtherProps {
  id: string | undefined;
  text: string;
  note: string | null;
  struck?: boolean;
}

const Other = ({ id, text, note, struck = false }: OtherProps) => (
  <div className={styles.other} data-struck={struck || undefined}>
    {note && <small>{note}</small>}
    {id ? <MemoryLink id={id} text={text} /> : <span className="mono">{text}</span>}
  </div>
);
