import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { placeOf, useChoice } from '../app/projects.tsx';
import { useVerb } from '../calls/verb.ts';
import { counted } from '../words/say.ts';
import styles from './first-run.module.css';
import { Loading } from './states.tsx';
import { MemoryText } from './text.tsx';

interface FirstLearnedProps {
  /** What reading came to, where it was read from here. */
  result: Output<'ingest'> | undefined;
  onClose: () => void;
}

const MAX_QUOTED = 5;

/** What was learned from the history, project by project, and the ways into it. */
export function FirstLearned({ result, onClose }: FirstLearnedProps) {
  const { all } = useChoice();
  const filled = all.projects.filter(({ counts }) => counts && counts.memories + counts.sessions > 0);
  const sessions = filled.reduce((sum, { counts }) => sum + counts!.sessions, 0);
  const largest = filled.toSorted((a, b) => b.counts!.memories - a.counts!.memories)[0];
  const asked = { sort: 'surest', limit: MAX_QUOTED, facets: false } as const;
  const { data } = useVerb('browse', asked, { place: placeOf(largest) });
  // The counts of all projects may be those from before it was learned.
  const memories = Math.max(
    data?.total ?? 0,
    filled.reduce((sum, { counts }) => sum + counts!.memories, all.user.memories),
  );
  if (!data) return <Loading lines={3} />;
  return (
    <>
      <p role="status">
        <strong data-tone="accent">{counted(memories, 'memory', 'memories')}</strong>{' '}
        {`from ${counted(sessions, 'session', 'sessions')}`}
        {result && `, ${counted(result.events, 'event read', 'events read')}`}
      </p>
      {data.memories.length > 0 && (
        <>
          <p className="quiet">For example:</p>
          <ul className="rows fine">
            {data.memories.map(({ id, text }) => (
              <li key={id}>
                <MemoryText text={text} />
              </li>
            ))}
          </ul>
        </>
      )}
      <ul className="stack">
        {filled.slice(0, 12).map(({ id, name, counts }) => (
          <li key={id}>
            <Link
              href={`~/p/${encodeURIComponent(id)}/review`}
              className={`box ${styles.project}`}
              onClick={onClose}
            >
              <strong>{name}</strong>
              <span className="quiet fine number">
                {counted(
                  id === largest?.id ? Math.max(counts!.memories, data.total) : counts!.memories,
                  'memory',
                  'memories',
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Button size="md" onClick={onClose}>
        Continue
      </Button>
    </>
  );
}
