import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useDo, useVerb } from '../../calls/verb.ts';
import { RowButton } from '../../parts/buttons.ts';
import { Section } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/states.tsx';
import { ago, moment } from '../../words/times.ts';

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
