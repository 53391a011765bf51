import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { MemoryLink, TypePill } from '../../parts/memory.tsx';
import { ago } from '../../words/times.ts';
import styles from './detail.module.css';
import { Section } from './sections.tsx';
import { memoriesWords } from './words.ts';

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
              note={memoriesWords[`relation.${way}.${kind}`]}
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
