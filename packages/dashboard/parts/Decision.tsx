import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { MemoryButtons } from '../actions/memory-buttons.tsx';
import { attribution } from '../words/nouns.ts';
import { MemoryLink, MemoryText, placeOf, TypePill } from './memory.tsx';

interface DecisionProps {
  item: Output<'review'>['waiting'][number];
  isCursor?: boolean;
}

/** A memory that waits for a person: what it says, why it waits, and the buttons that decide. */
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
