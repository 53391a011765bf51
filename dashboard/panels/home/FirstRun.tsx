import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../calls/call.ts';
import { usePlace } from '../../calls/place.ts';
import type { Trouble } from '../../calls/trouble.ts';
import { useVerb } from '../../calls/verb.ts';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useWords } from '../../words/say.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

interface Reading {
  done: number;
  total: number;
  what: string;
}

/** What a person sees who has just come: what this is, and the offer to read what is there already. */
export function FirstRun() {
  const say = useWords(homeWords);
  const place = usePlace();
  const queries = useQueryClient();
  const sources = useVerb('sources', {});
  const [reading, setReading] = useState<Reading>();
  const [trouble, setTrouble] = useState<Trouble>();
  const stop = useRef<AbortController>(undefined);
  const found = (sources.data?.sources ?? []).filter(({ logs }) => logs > 0);

  async function read(): Promise<void> {
    stop.current = new AbortController();
    setTrouble(undefined);
    setReading({ done: 0, total: 0, what: '' });
    try {
      await call(
        'ingest',
        {},
        {
          place,
          signal: stop.current.signal,
          onProgress: (done, total, what) => setReading({ done, total, what }),
        },
      );
    } catch (error) {
      if (!stop.current.signal.aborted) setTrouble(error as Trouble);
    } finally {
      setReading(undefined);
      void queries.invalidateQueries();
    }
  }

  return (
    <div className={styles.first}>
      <img src="/favicon.svg" alt="" width={56} height={56} />
      <h1>{say('first.title')}</h1>
      <p>{say('first.what')}</p>
      {reading ? (
        <div className={styles.reading} role="status">
          <Progress
            aria-label={say('first.reading')}
            value={reading.total > 0 ? (100 * reading.done) / reading.total : 100}
            animated={reading.total === 0}
          />
          <span className="quiet number">{reading.what || say('first.reading')}</span>
          <Button variant="default" onClick={() => stop.current?.abort()}>
            {say('first.stop')}
          </Button>
        </div>
      ) : (
        <>
          {found.length > 0 && (
            <p className="quiet">
              {found.map(({ client, logs }) => say('first.found', { client, n: logs })).join(' · ')}
            </p>
          )}
          {sources.data && found.length === 0 && <p className="quiet">{say('first.nothing')}</p>}
          <Button size="md" onClick={read} disabled={sources.isPending || found.length === 0}>
            {say('first.read')}
          </Button>
          <p className="quiet">{say('first.later')}</p>
        </>
      )}
      {trouble && <TroubleNote trouble={trouble} />}
    </div>
  );
}
