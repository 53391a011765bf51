import { PlainButton } from '../../parts/buttons.ts';
import { MemoryLink, TypePill } from '../../parts/memory.tsx';
import { Card } from '../../parts/Page.tsx';
import { MemoryText } from '../../parts/text.tsx';
import { counted } from '../../words/say.ts';
import type { TaughtList, TaughtOne } from './taught.ts';

/** What was taught in this visit, and how to take it back. */
export function Taught({ taught: { list, undo } }: { taught: TaughtList }) {
  if (list.length === 0) return null;
  return (
    <Card title="Added just now">
      <ul className="rows" aria-live="polite">
        {list.map((one) => (
          <li key={one.id} data-tone={one.undone ? 'off' : undefined}>
            <div>
              {one.undone ? (
                <s>
                  <MemoryText text={one.memory.text} />
                </s>
              ) : (
                <MemoryLink id={one.id} text={one.memory.text} />
              )}
              <Became one={one} />
            </div>
            {one.mayUndo && !one.undone && <PlainButton onClick={() => undo(one.id)}>Undo</PlainButton>}
            {!one.mayUndo && (
              <small>Already known, so this only adds evidence; open it to edit or reject it.</small>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What became of a rule that was added. */
const BECAME = {
  added: 'Added',
  known: 'Already known (evidence added)',
  reinforced: 'Nearly the same is known (evidence added)',
  revived: 'Active again',
} as const;

function Became({ one: { did, memory, superseded, redacted, review, undone } }: { one: TaughtOne }) {
  if (undone) return <small>Undone</small>;
  return (
    <div className="facts">
      <TypePill type={memory.type} />
      <span>
        {BECAME[did]}
        {superseded.length > 0 && `, replaces ${counted(superseded.length, 'memory', 'memories')}`}
      </span>
      {review && <span>{`Needs review: ${review}`}</span>}
      {redacted.length > 0 && (
        <span>
          {`${counted(redacted.length, 'secret', 'secrets')} will be redacted: ${redacted.join(', ')}.`}
        </span>
      )}
    </div>
  );
}
