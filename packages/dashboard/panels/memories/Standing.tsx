import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useUndo } from '../../actions/undo.tsx';
import { QuietButton } from '../../parts/buttons.ts';
import { ago, number } from '../../words/times.ts';
import { STAGES, stageOf } from './list-state.ts';

/** Where a memory stands and what follows from that; what speaks against it, where something does. */
export function Standing({
  portrait: { memory, staleness, undoable, untold, held },
}: {
  portrait: Output<'portrait'>;
}) {
  const undo = useUndo();
  const stage = stageOf(memory);
  const refused = stage === 'archived' && undoable ? REFUSALS[undoable.did] : undefined;
  return (
    <>
      <p className="quiet">
        <b>{STAGES[stage][0]}</b> · {STAGES[stage][1]}
        {untold && stage !== 'archived' && ` Not told: ${untold}.`}
      </p>
      {held && (
        <p className="quiet">
          <b>Checked before an agent acts:</b> {held.stops ?? 'nothing; its trigger was removed.'}
          {held.kept + held.broken + held.overruled > 0 &&
            ` Kept ${number(held.kept)} times, broken ${number(held.broken)}, overruled ${number(held.overruled)}.`}
        </p>
      )}
      {refused && undoable ? (
        <div className="note" data-tone="warn" role="note">
          {refused(ago(undoable.at))}{' '}
          <QuietButton onClick={() => undo({ action: undoable.action })}>Undo</QuietButton>
        </div>
      ) : (
        staleness.why.length > 0 && (
          <div className="note" data-tone="warn" role="note">
            <div>
              <strong>Possibly outdated</strong>
              {staleness.why.map((why) => (
                <div key={why}>{why}</div>
              ))}
            </div>
          </div>
        )
      )}
    </>
  );
}

/** What is said of a memory that the person themselves put away. */
const REFUSALS: Readonly<Record<string, (ago: string) => string>> = {
  rejected: (ago) => `You rejected this ${ago}.`,
  deleted: (ago) => `You deleted this ${ago}; it is about to be erased.`,
};
