import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { MemoryButtons } from '../../actions/memory-buttons.tsx';
import { useVerb } from '../../calls/verb.ts';
import { QuietButton } from '../../parts/controls.tsx';
import { Memories, MemoryLink, Why } from '../../parts/memory.tsx';
import { Answered, Card } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { ago, counted, moment, number } from '../../words/say.ts';

const ENTRIES = 5;
const MORE_ENTRIES = 50;
const MAX_MEMORIES = 2;

type FeedItem = Output<'feed'>['entries'][number];

export function Lately() {
  const [limit, setLimit] = useState(ENTRIES);
  return (
    <Card title="Lately">
      <Answered of={useVerb('feed', { limit }, { keep: true })} lines={3}>
        {({ entries }) => (
          <>
            {entries.length === 0 && <p className="quiet">Nothing happened yet.</p>}
            <ul className="rows">
              {entries.map((entry) => (
                <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
              ))}
            </ul>
            {limit === ENTRIES && entries.length > ENTRIES && (
              <Button variant="subtle" color="gray" onClick={() => setLimit(MORE_ENTRIES)}>
                Show earlier entries
              </Button>
            )}
          </>
        )}
      </Answered>
    </Card>
  );
}

function Entry({ entry }: { entry: FeedItem }) {
  const { kind, at, client, session, point, about, memories } = entry;
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  const isLearned = kind === 'learned';
  const label = isLearned ? 'Learned' : `${client ?? ''} received ${POINTS[point ?? ''] ?? point ?? ''}`;
  return (
    <li>
      <Icon name={isLearned ? 'spark' : 'person'} size={14} />
      <div>
        <small>
          {isLearned ? (
            label
          ) : (
            <>
              <Link href={`/timeline?s=${encodeURIComponent(session ?? '')}`}>{label}</Link>{' '}
              {about && <code className="mono">{about}</code>}
            </>
          )}
        </small>
        {isOpen ? (
          <div id={id}>
            <EntryWhy entry={entry} />
          </div>
        ) : (
          <>
            {memories.slice(0, MAX_MEMORIES).map((memory) => (
              <MemoryLink key={memory.id} id={memory.id} text={memory.text} cut />
            ))}
            {memories.length > MAX_MEMORIES && (
              <small>{`and ${number(memories.length - MAX_MEMORIES)} more`}</small>
            )}
          </>
        )}
      </div>
      <QuietButton
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={`Why?: ${label} ${about ?? memories[0]?.text ?? ''}`}
        onClick={toggle}
      >
        {isOpen ? 'Close' : 'Why?'}
      </QuietButton>
      <small title={moment(at)}>{ago(at)}</small>
    </li>
  );
}

function EntryWhy({ entry: { kind, tokens, memories, left, about } }: { entry: FeedItem }) {
  return (
    <>
      <ul className="stack">
        {memories.map(({ id, text, why }) => (
          <li key={id}>
            <MemoryLink id={id} text={text} />
            {kind === 'learned' ? (
              <Learned id={id} />
            ) : (
              <Why why={[why ?? 'the reason was not recorded']} text={text} question={about ?? ''} />
            )}
            <MemoryButtons memory={{ id, text }} actions={['edit', 'reject', 'mute']} />
          </li>
        ))}
      </ul>
      {tokens !== null && <small>{counted(tokens, 'token in all')}</small>}
      {left.length > 0 && (
        <>
          <h3>{counted(left.length, 'memory left out')}</h3>
          <Memories
            of={left.map(({ id, text, because }) => ({ id, text, because }))}
            question={about ?? ''}
          />
        </>
      )}
    </>
  );
}

const Learned = ({ id }: { id: string }) => (
  <Answered of={useVerb('portrait', { id })} lines={1}>
    {({ evidence: [proof] }) =>
      proof ? (
        <>
          <small>{`Learned from: ${proof.proof.replaceAll('_', ' ')}`}</small>
          {proof.quote && <blockquote dir="auto">{proof.quote}</blockquote>}
        </>
      ) : (
        <small>No evidence is recorded for it.</small>
      )
    }
  </Answered>
);

const POINTS: Readonly<Record<string, string>> = {
  'session start': 'at the start of a session',
  'first prompt': 'with the first prompt',
  'later prompt': 'with a prompt',
  'before edit': 'before editing',
  'before command': 'before running',
  stopped: 'a stop before',
  'after failure': 'after a failure of',
  'after read': 'after reading',
  search: 'on its own question',
};
