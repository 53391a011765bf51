import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { useVerb } from '../../calls/verb.ts';
import { MemoryLink } from '../../parts/memory.tsx';
import { Card } from '../../parts/Page.tsx';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { Icon } from '../../theme/icons.tsx';
import { ago, moment, number } from '../../words/times.ts';
import { FeedWhy } from './FeedWhy.tsx';
import styles from './home.module.css';
import { homeWords } from './words.ts';

/** Of each kind, at first and on request. */
const ENTRIES = 5;
const MORE_ENTRIES = 50;
const MAX_MEMORIES = 2;

export type FeedItem = Output<'feed'>['entries'][number];

/** What was learned and what agents got, in words, as it happens. */
export function Lately() {
  const [limit, setLimit] = useState(ENTRIES);
  const { data, error, refetch } = useVerb('feed', { limit }, { keep: true });
  return (
    <Card title="Lately">
      {!data && !error && <Loading lines={3} />}
      {!data && error && <TroubleNote trouble={error} onAgain={refetch} />}
      {data?.entries.length === 0 && <p className="quiet">Nothing happened yet.</p>}
      <ul className={styles.feed}>
        {data?.entries.map((entry) => (
          <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
        ))}
      </ul>
      {limit === ENTRIES && (data?.entries.length ?? 0) > ENTRIES && (
        <Button variant="subtle" color="gray" onClick={() => setLimit(MORE_ENTRIES)}>
          Show earlier entries
        </Button>
      )}
    </Card>
  );
}

function Entry({ entry }: { entry: FeedItem }) {
  const { kind, at, client, session, point, about, memories } = entry;
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  const when = isPoint(point) ? homeWords[`point.${point}`] : point;
  const label = kind === 'learned' ? 'Learned' : `${client ?? ''} received ${when ?? ''}`;
  return (
    <li>
      <Icon name={kind === 'learned' ? 'spark' : 'person'} size={14} />
      <div>
        <small>
          {kind === 'learned' ? (
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
            <FeedWhy entry={entry} />
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
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={`Why?: ${label} ${about ?? memories[0]?.text ?? ''}`}
        onClick={toggle}
      >
        {isOpen ? 'Close' : 'Why?'}
      </Button>
      <small title={moment(at)}>{ago(at)}</small>
    </li>
  );
}

const POINTS = [
  'session start',
  'first prompt',
  'later prompt',
  'before edit',
  'before command',
  'stopped',
  'after failure',
  'after read',
  'search',
] as const;

const isPoint = (point: string | null): point is (typeof POINTS)[number] =>
  POINTS.some((known) => known === point);
