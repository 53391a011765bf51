import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { Link } from 'wouter';
import { placeOf, useChoice } from '../app/projects.tsx';
import { useLong, useVerb } from '../calls/verb.ts';
import { useConnection } from '../live/LiveProvider.tsx';
import { counted } from '../words/say.ts';
import { CommandLine } from './controls.tsx';
import { MemoryText } from './memory.tsx';
import { Loading, LongBar, TroubleNote } from './page.tsx';

const WORK: readonly string[] = ['follow logs', 'learn'];

/** The work that leads from logs to memories, while nothing is known yet: until it is done, nothing can be said about what there is. */
export function useFirstReading(): { isReading: boolean; done: number; total: number; label: string } {
  const { all } = useChoice();
  const { jobs } = useConnection();
  const { data } = useVerb('overview', {}, { keep: true });
  const memories = all.projects.reduce((sum, { counts }) => sum + (counts?.memories ?? 0), all.user.memories);
  const running = jobs.find(({ name, state }) => WORK.includes(name) && state === 'running');
  const isNext = jobs.some(({ name, state }) => name === 'learn' && state === 'waiting');
  const isReading = memories === 0 && (running !== undefined || isNext || (data?.isLearning ?? false));
  const label = running?.name === 'follow logs' ? 'Reading logs…' : 'Learning from sessions…';
  return { isReading, done: running?.done ?? 0, total: running?.total ?? 0, label };
}

/** Whether this is the first visit; it stays so until the person has seen what was learned, however soon something is. */
export function useFirstRun(isEmpty: boolean): { open: boolean; close: () => void } {
  const [seen, setSeen] = useState<'nothing yet' | 'open' | 'closed'>('nothing yet');
  if (isEmpty && seen === 'nothing yet') setSeen('open');
  return { open: isEmpty || seen === 'open', close: () => setSeen('closed') };
}

export function FirstRun({ onClose }: { onClose: () => void }) {
  const { all } = useChoice();
  const first = useFirstReading();
  const sources = useVerb('sources', {});
  const { progress, result, trouble, run, stop } = useLong('ingest');
  const found = (sources.data?.sources ?? []).filter(({ logs }) => logs > 0);
  // The daemon reads and learns by itself when it starts; then there is nothing to offer but to watch.
  const isReading = progress !== undefined || first.isReading;
  const learned =
    !isReading && all.projects.some(({ counts }) => counts && counts.memories + counts.sessions > 0);
  return (
    <div className="first-run">
      <img src="/favicon.svg" alt="" width={56} height={56} />
      <h1>{learned ? 'What Squirrel learned' : isReading ? 'Reading your history' : 'No memories yet'}</h1>
      {!learned && (
        <p>
          Squirrel is the long-term memory of your coding agents. It reads their logs on this machine, with
          secrets redacted, learns what failed, what worked and what you decided, and reminds your agents of
          it when it helps. All data stays here.
        </p>
      )}
      {progress && <LongBar label="Reading logs…" progress={progress} stop={stop} />}
      {!progress && isReading && <LongBar label={first.label} progress={{ ...first, what: null }} />}
      {learned && <FirstLearned result={result} onClose={onClose} />}
      {!learned && !isReading && (
        <>
          {found.length > 0 && (
            <p className="quiet">
              {found.map(({ client, logs }) => `${client}: ${counted(logs, 'log')}`).join(' · ')}
            </p>
          )}
          {sources.data && found.length === 0 && (
            <p className="quiet">No logs of a coding agent found. Use an agent, or add a rule by hand.</p>
          )}
          <Button
            size="md"
            onClick={() => run({})}
            disabled={sources.isPending || found.length === 0}
            data-autofocus
          >
            Import history
          </Button>
          <p className="quiet">You can also just continue working: new sessions are read as they happen.</p>
        </>
      )}
      {result && !learned && <p>{counted(result.events, 'event read; nothing worth keeping yet.')}</p>}
      {trouble && <TroubleNote trouble={trouble} />}
      {!isReading && (
        <div>
          <CommandLine
            command="sqrl init"
            does="To let agents use this memory automatically, set them up once in a terminal:"
          />
        </div>
      )}
    </div>
  );
}

const MAX_QUOTED = 5;

function FirstLearned({ result, onClose }: { result: Output<'ingest'> | undefined; onClose: () => void }) {
  const { all } = useChoice();
  const filled = all.projects.filter(({ counts }) => counts && counts.memories + counts.sessions > 0);
  const sessions = filled.reduce((sum, { counts }) => sum + counts!.sessions, 0);
  const largest = filled.toSorted((a, b) => b.counts!.memories - a.counts!.memories)[0];
  const asked = { order: 'surest', limit: MAX_QUOTED } as const;
  const { data } = useVerb('list', asked, { place: placeOf(largest) });
  // The counts of all projects may be those from before it was learned.
  const memories = Math.max(
    data?.total ?? 0,
    filled.reduce((sum, { counts }) => sum + counts!.memories, all.user.memories),
  );
  if (!data) return <Loading lines={3} />;
  return (
    <>
      <p role="status">
        <strong data-tone="accent">{counted(memories, 'memory')}</strong>{' '}
        {`from ${counted(sessions, 'session')}`}
        {result && `, ${counted(result.events, 'event read')}`}
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
              className="box plain pick offer"
              onClick={onClose}
            >
              <strong>{name}</strong>
              <span className="quiet fine number">
                {counted(
                  id === largest?.id ? Math.max(counts!.memories, data.total) : counts!.memories,
                  'memory',
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
