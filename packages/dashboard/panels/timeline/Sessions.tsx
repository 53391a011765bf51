import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { usePlace } from '../../calls/place.ts';
import { useVerb } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { Page } from '../../parts/Page.tsx';
import { Empty, Loading, TroubleNote } from '../../parts/states.tsx';
import { dayName, number } from '../../words/times.ts';
import { Filters } from './Filters.tsx';
import { SessionCard } from './SessionCard.tsx';
import styles from './timeline.module.css';
import type { TimelineState } from './timeline-state.ts';

export type TimelineSession = Output<'timeline'>['sessions'][number];

const PAGE_SESSIONS = 30;

/** Sessions, the latest first, day by day. */
export function Sessions({ wanted }: { wanted: TimelineState }) {
  const { global } = usePlace();
  const { client, status, hard, words, day, page } = wanted;
  const { data, error, isPending, refetch } = useVerb(
    'timeline',
    {
      ...(client && { clients: [client] }),
      ...(status && { statuses: [status] }),
      ...(hard && { hard }),
      ...(words && { words }),
      ...(day && { until: endOf(day) }),
      limit: PAGE_SESSIONS,
      offset: page * PAGE_SESSIONS,
    },
    { enabled: !global, keep: true },
  );
  const sessions = data?.sessions ?? [];
  const cursor = useCursor(sessions, wanted);
  const days = [...Map.groupBy(sessions, ({ startedAt }) => dayName(startedAt))];
  const narrowed = client !== undefined || status !== undefined || hard || words !== '' || day !== undefined;
  const pages = Math.ceil((data?.total ?? 0) / PAGE_SESSIONS);
  const turn = (by: number) => wanted.set({ page: String(page + by) });
  return (
    <Page title="Timeline" side={!global && <Filters wanted={wanted} data={data} />}>
      {global && (
        <Empty icon="timeline" title="Sessions belong to projects">
          Choose a project to see its sessions.
        </Empty>
      )}
      {!global && isPending && <Loading lines={8} />}
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      {data && sessions.length === 0 && (
        <Empty icon="timeline" title={narrowed ? 'No matching sessions' : 'No sessions yet'}>
          {narrowed
            ? 'Remove a filter to see more.'
            : 'Sessions appear here after an agent worked in this project and its log was read.'}
        </Empty>
      )}
      {days.map(([name, some]) => (
        <section key={name} className={styles.day}>
          <h2>{name}</h2>
          <ol>
            {some.map((session) => (
              <SessionCard
                key={session.id}
                session={session}
                words={words}
                isCursor={session.id === cursor}
              />
            ))}
          </ol>
        </section>
      ))}
      {data && pages > 1 && (
        <nav className={styles.pages} aria-label="Pages">
          <Button variant="default" disabled={page === 0} onClick={() => turn(-1)}>
            Newer
          </Button>
          <span className="quiet number">
            {`${number(page * PAGE_SESSIONS + 1)} to ${number(page * PAGE_SESSIONS + sessions.length)} of ${number(data.total)}`}
          </span>
          <Button variant="default" disabled={page >= pages - 1} onClick={() => turn(1)}>
            Older
          </Button>
        </nav>
      )}
    </Page>
  );
}

/** The midnight after a day, where the person is. */
const endOf = (day: string): number => new Date(`${day}T24:00:00`).getTime();

/** The session the keyboard is at, which stays the same one when others come in. */
function useCursor(sessions: readonly TimelineSession[], wanted: TimelineState): string | undefined {
  const [cursor, setCursor] = useState<string>();
  const index = sessions.findIndex(({ id }) => id === cursor);
  const move = (by: number) => {
    const next = sessions[Math.max(0, Math.min(sessions.length - 1, index + by))]?.id;
    setCursor(next);
    document.getElementById(`session-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const group = 'Timeline';
  const here = sessions[index]?.id;
  useKeys([
    { keys: 'j', does: 'Next session', group, run: () => move(1) },
    { keys: 'k', does: 'Previous session', group, run: () => move(-1) },
    ...(here ? [{ keys: 'enter', does: 'Replay', group, run: () => wanted.set({ s: here }) }] : []),
  ]);
  return here;
}
