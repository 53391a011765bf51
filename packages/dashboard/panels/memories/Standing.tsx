import { Textarea } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { useUndo } from '../../actions/undo.tsx';
import { useDo, useVerb } from '../../calls/verb.ts';
import { QuietButton, RowButton } from '../../parts/buttons.ts';
import { Section } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/states.tsx';
import { ago, moment, number } from '../../words/times.ts';
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

/** What people say about a memory that a hub carries, and a place to say something. */
export function Dispute({ memory }: { memory: { id: string; ownerId: string | null } }) {
  const { data: hub } = useVerb('hubStatus', {}, { keep: true });
  const isInHub = hub?.spaces.some(({ id, kind }) => id === memory.ownerId && kind !== 'personal') === true;
  return isInHub ? <Thread id={memory.id} /> : null;
}

function Thread({ id }: { id: string }) {
  const { data } = useVerb('dispute', { id });
  const act = useDo('dispute');
  const [text, setText] = useState('');
  if (!data) return null;
  const send = (how: 'because' | 'reply') =>
    act.mutate({ id, [how]: text.trim() }, { onSuccess: () => setText('') });
  const isEmpty = text.trim() === '';
  return (
    <Section title="What people say" side={data.disputed && 'disputed'}>
      <ul>
        {data.comments.map(({ id: comment, person, text: said, at, disputes }) => (
          <li key={comment}>
            <b>{person}</b> <small title={moment(at)}>{ago(at)}</small> {disputes && <em>disputes it</em>}
            <p className="pre">{said}</p>
          </li>
        ))}
      </ul>
      <Textarea
        autosize
        size="xs"
        minRows={1}
        maxLength={2000}
        aria-label="Why it is wrong, or an answer"
        placeholder="Why it is wrong, or an answer"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className="row">
        <RowButton disabled={isEmpty || act.isPending} onClick={() => send('because')}>
          Dispute
        </RowButton>
        <RowButton disabled={isEmpty || act.isPending} onClick={() => send('reply')}>
          Reply
        </RowButton>
        {data.disputed && (
          <RowButton disabled={act.isPending} onClick={() => act.mutate({ id, close: true })}>
            Close the dispute
          </RowButton>
        )}
      </p>
      {act.error && <TroubleNote trouble={act.error} />}
    </Section>
  );
}
