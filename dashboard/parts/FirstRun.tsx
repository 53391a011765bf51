import { Button } from '@mantine/core';
import { useChoice } from '../app/projects.tsx';
import { useLong } from '../calls/long.ts';
import { useVerb } from '../calls/verb.ts';
import { useConnection } from '../live/LiveProvider.tsx';
import { useWords } from '../words/say.ts';
import { CommandLine } from './CommandLine.tsx';
import { FirstLearned } from './FirstLearned.tsx';
import styles from './first-run.module.css';
import { firstRunWords } from './first-run-words.ts';
import { LongBar } from './LongBar.tsx';
import { TroubleNote } from './TroubleNote.tsx';

/** The daemon's jobs that lead from logs to memories. */
const WORK: readonly string[] = ['follow logs', 'learn'];

/** What a person sees who has just come: what this is, the offer to read what is there, and what was learned from it. */
export function FirstRun({ onClose }: { onClose: () => void }) {
  const say = useWords(firstRunWords);
  const { all } = useChoice();
  const { jobs } = useConnection();
  const sources = useVerb('sources', {});
  const { progress, result, trouble, run, stop } = useLong('ingest');
  const found = (sources.data?.sources ?? []).filter(({ logs }) => logs > 0);
  // The daemon reads and learns by itself when it starts; then there is nothing to offer but to watch.
  const itself = jobs.find(({ name, state }) => WORK.includes(name) && state === 'running');
  const isLearningNext = jobs.some(({ name, state }) => name === 'learn' && state === 'waiting');
  const isReading = progress !== undefined || itself !== undefined || isLearningNext;
  const learned =
    !isReading && all.projects.some(({ counts }) => counts && counts.memories + counts.sessions > 0);
  return (
    <div className={styles.first}>
      <img src="/favicon.svg" alt="" width={56} height={56} />
      <h1>{say(learned ? 'learned.title' : isReading ? 'working.title' : 'title')}</h1>
      {!learned && <p>{say('what')}</p>}
      {!learned && (
        <ol className={styles.steps}>
          {(['reads', 'learns', 'tells'] as const).map((step) => (
            <li key={step}>
              <strong>{say(`step.${step}`)}</strong>
              <span>{say(`step.${step}Text`)}</span>
            </li>
          ))}
        </ol>
      )}
      {progress && (
        <LongBar label={say('reading')} progress={progress} stop={{ label: say('stop'), run: stop }} />
      )}
      {!progress && isReading && (
        <LongBar
          label={say(itself?.name === 'follow logs' ? 'reading' : 'learning')}
          progress={{ done: itself?.done ?? 0, total: itself?.total ?? 0, what: null }}
        />
      )}
      {learned && <FirstLearned result={result} onClose={onClose} />}
      {!learned && !isReading && (
        <>
          {found.length > 0 && (
            <p className="quiet">
              {found.map(({ client, logs }) => say('found', { client, n: logs })).join(' · ')}
            </p>
          )}
          {sources.data && found.length === 0 && <p className="quiet">{say('nothing')}</p>}
          <Button
            size="md"
            onClick={() => run({})}
            disabled={sources.isPending || found.length === 0}
            data-autofocus
          >
            {say('read')}
          </Button>
          <p className="quiet">{say('later')}</p>
        </>
      )}
      {result && !learned && <p>{say('learned.nothing', { n: result.events })}</p>}
      {trouble && <TroubleNote trouble={trouble} />}
      {!isReading && (
        <div className={styles.init}>
          <CommandLine command="sqrl init" does={say('init')} />
        </div>
      )}
    </div>
  );
}
