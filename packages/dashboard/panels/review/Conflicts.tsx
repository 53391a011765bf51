import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useDo, useVerb } from '../../calls/verb.ts';
import { RowButton } from '../../parts/buttons.ts';
import { TypePill } from '../../parts/memory.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/states.tsx';
import { MemoryText } from '../../parts/text.tsx';
import { ago, moment } from '../../words/times.ts';
import styles from './review.module.css';

type Conflict = Output<'conflicts'>['conflicts'][number];

/** Shared memories that people worded differently at the same time, side by side; nothing where there are none. */
export function Conflicts() {
  const { data } = useVerb('conflicts', {}, { keep: true });
  const choose = useDo('chooseWording');
  const conflicts = data?.conflicts ?? [];
  if (conflicts.length === 0) return null;
  return (
    <Card title={`Worded by two people at once · ${conflicts.length}`}>
      <p className="quiet">
        The newer wording is used meanwhile. Taking one decides for everybody who shares it.
      </p>
      {choose.error && <TroubleNote trouble={choose.error} />}
      <ul className="rows">
        {conflicts.map((conflict) => (
          <Rivals
            key={conflict.memory.id}
            conflict={conflict}
            busy={choose.isPending}
            onTake={(tag) => choose.mutate({ id: conflict.memory.id, tag })}
          />
        ))}
      </ul>
    </Card>
  );
}

interface RivalsProps {
  conflict: Conflict;
  busy: boolean;
  onTake: (tag: string) => void;
}

function Rivals({ conflict: { memory, space, wordings }, busy, onTake }: RivalsProps) {
  return (
    <li className={styles.item}>
      <div className="row">
        <TypePill type={memory.type} />
        <span className="quiet">{space ?? 'shared in git'}</span>
      </div>
      <div className={styles.rivals}>
        {wordings.map(({ tag, text, person, at, isUsed }) => (
          <section key={tag} className={`box ${styles.rival}`} aria-label={person}>
            <h4>
              {person} <small title={moment(at)}>{ago(at)}</small>
              {isUsed && <small> · used meanwhile</small>}
            </h4>
            <p>
              <MemoryText text={text} />
            </p>
            <RowButton disabled={busy} onClick={() => onTake(tag)}>
              Take this one
            </RowButton>
          </section>
        ))}
      </div>
    </li>
  );
}
