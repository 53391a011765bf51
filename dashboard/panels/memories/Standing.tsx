import { Button } from '@mantine/core';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useUndo } from '../../actions/undo.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { shellWords } from '../../words/shell.ts';
import { useFormats } from '../../words/times.ts';
import styles from './detail.module.css';
import { stageOf } from './list-state.ts';
import { memoriesWords } from './words.ts';

/** Where a memory stands and what follows from that; what speaks against it, where something does. */
export function Standing({
  portrait: { memory, staleness, undoable, untold, held },
}: {
  portrait: Output<'portrait'>;
}) {
  const say = useWords(memoriesWords);
  const sayShell = useWords(shellWords);
  const told = useMessage();
  const undo = useUndo();
  const { ago } = useFormats();
  const stage = stageOf(memory);
  const refused = stage === 'archived' && undoable ? REFUSALS[undoable.did.code] : undefined;
  return (
    <>
      <p className="quiet">
        <b>{say(`stage.${stage}`)}</b> · {say(`stage.${stage}Text`)}
        {untold && stage !== 'archived' && ` ${say('detail.untold')} ${told(untold)}.`}
      </p>
      {held && (
        <p className="quiet">
          <b>{say('detail.held')}</b> {held.stops ?? say('detail.heldNothing')}
          {held.kept + held.broken + held.overruled > 0 && ` ${say('detail.heldCounts', counts(held))}`}
        </p>
      )}
      {refused && undoable ? (
        <div className={styles.stale} role="note">
          {say(refused, { ago: ago(undoable.at) })}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => undo({ action: undoable.action })}>
            {sayShell('undo.do')}
          </Button>
        </div>
      ) : (
        staleness.why.length > 0 && (
          <div className={styles.stale} role="note">
            <strong>{say('detail.stale')}</strong>
            {staleness.why.map((why) => (
              <div key={why.text}>{told(why)}</div>
            ))}
          </div>
        )
      )}
    </>
  );
}

const counts = ({ kept, broken, overruled }: NonNullable<Output<'portrait'>['held']>) => ({
  kept,
  broken,
  overruled,
});

/** What is said of a memory that the person themselves put away. */
const REFUSALS: Readonly<Record<string, 'detail.rejected' | 'detail.deleted'>> = {
  'did.rejected': 'detail.rejected',
  'did.erased': 'detail.deleted',
};
