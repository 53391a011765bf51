import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { MemoryButtons } from '../actions/memory-buttons.tsx';
import { useDo, useVerb } from '../calls/verb.ts';
import { attribution } from '../words/nouns.ts';
import { counted } from '../words/say.ts';
import { PlainButton } from './controls.tsx';
import { MemoryLink, MemoryText, placeOf, TypePill } from './memory.tsx';
import { Card } from './page.tsx';

interface DecisionProps {
  item: Output<'review'>['waiting'][number];
  isCursor?: boolean;
}

export function Decision({ item, isCursor = false }: DecisionProps) {
  const { memory, why, evidence, conflicts, same } = item;
  const quote = evidence?.quote ?? null;
  const event = evidence?.events[0];
  const others = [
    ...conflicts.map((one) => ({ ...one, how: 'Contradicts' })),
    ...same.map((one) => ({ ...one, how: 'Also said' })),
  ];
  return (
    <li className="decision" data-cursor={isCursor || undefined} aria-current={isCursor || undefined}>
      <div className="row quiet fine">
        <TypePill type={memory.type} />
        <span className="first-up">{why}</span>
        <span className="gap" />
        <Link href={`/memories?m=${memory.id}`}>Details</Link>
      </div>
      {memory.userId && <div className="quiet fine">{`From ${attribution(memory)}:`}</div>}
      <p dir="auto" className="wrap">
        <MemoryText text={memory.text} />
      </p>
      {others.map(({ id, text, how }) => (
        <blockquote key={id} data-how={how}>
          {how}: <MemoryLink id={id} text={text} />
        </blockquote>
      ))}
      {quote !== null && !saysTheSame(quote, memory.text) && <blockquote dir="auto">{quote}</blockquote>}
      <MemoryButtons
        memory={memory}
        actions={['confirm', 'edit', 'reject']}
        keys={isCursor}
        same={same.map(({ id }) => id)}
      >
        {event && (
          <Button component={Link} size="compact-sm" variant="subtle" color="gray" href={placeOf(event)}>
            Open the session
          </Button>
        )}
      </MemoryButtons>
    </li>
  );
}

/** Whether one text holds the other, whatever its capitals and punctuation. */
function saysTheSame(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  return one!.includes(other!) || other!.includes(one!);
}

/** What a newcomer should know first, for each space that the person has joined and not read yet. */
export function NewSpaces() {
  const { data } = useVerb('hubStatus', {}, { keep: true });
  return data?.spaces
    .filter(({ isNew }) => isNew)
    .map(({ id, name }) => <TeamBrief key={id} id={id} name={name} isNew />);
}

export function TeamBrief({ id, name, isNew }: { id: string; name: string; isNew: boolean }) {
  const { data } = useVerb('teamBrief', { of: id });
  const read = useDo('teamBrief');
  if (!data) return null;
  return (
    <Card title={`What to know first in ${name}`} side={counted(data.total, 'memory in all')}>
      {data.memories.length === 0 && <p className="quiet">It has no reviewed memories yet.</p>}
      <ol className="rows">
        {data.memories.map(({ memory }) => (
          <li key={memory.id}>
            <div>
              <MemoryLink id={memory.id} text={memory.text} />
              <small>{memory.userId ? attribution(memory) : 'from you'}</small>
            </div>
          </li>
        ))}
      </ol>
      {isNew && (
        <PlainButton
          size="compact-sm"
          disabled={read.isPending}
          onClick={() => read.mutate({ of: id, read: true })}
        >
          I have read these
        </PlainButton>
      )}
    </Card>
  );
}
