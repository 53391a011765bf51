import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { ReactNode } from 'react';
import { usePlace, useVerb } from '../../calls/verb.ts';
import { useCursor } from '../../keys/cursor.ts';
import { useKeys } from '../../keys/keys.ts';
import { PlainButton } from '../../parts/buttons.ts';
import { Page } from '../../parts/Page.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
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
  const { client, status, hard, words, day, page, narrowed } = wanted;
  const answer = useVerb(
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
  const { data } = answer;
  const sessions = data?.sessions ?? [];
  const cursor = useSessionCursor(sessions, wanted);
  const days = [...Map.groupBy(sessions, ({ startedAt }) => dayName(startedAt))];
  return (
    <Page title="Timeline" side={!global && <Filters wanted={wanted} data={data} />}>
      {global && (
        <Empty icon="timeline" title="Sessions belong to projects">
          Choose a project to see its sessions.
        </Empty>
      )}
      {!global && !data && (
        <Answered of={answer} lines={8}>
          {() => null}
        </Answered>
      )}
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
          <ol className="box">
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
      {data && data.total > PAGE_SESSIONS && (
        <PageButtons
          back={page > 0}
          on={(page + 1) * PAGE_SESSIONS < data.total}
          names={['Newer', 'Older']}
          onTurn={(by) => wanted.set({ page: String(page + by) })}
        >
          {`${number(page * PAGE_SESSIONS + 1)} to ${number(page * PAGE_SESSIONS + sessions.length)} of ${number(data.total)}`}
        </PageButtons>
      )}
    </Page>
  );
}

/** The midnight after a day, where the person is. */
const endOf = (day: string): number => new Date(`${day}T24:00:00`).getTime();

/** The session the keyboard is at. */
function useSessionCursor(sessions: readonly TimelineSession[], wanted: TimelineState): string | undefined {
  const { id: here, move } = useCursor(sessions.map(({ id }) => id));
  const go = (by: 1 | -1) =>
    document.getElementById(`session-${move(by)}`)?.scrollIntoView({ block: 'nearest' });
  const group = 'Timeline';
  useKeys([
    { keys: 'j', does: 'Next session', group, run: () => go(1) },
    { keys: 'k', does: 'Previous session', group, run: () => go(-1) },
    ...(here ? [{ keys: 'enter', does: 'Replay', group, run: () => wanted.set({ s: here }) }] : []),
  ]);
  return here;
}

interface PageButtonsProps {
  back: boolean;
  on: boolean;
  names: [back: string, on: string];
  onTurn: (by: 1 | -1) => void;
  children?: ReactNode;
}

/** Turns the pages of a list that is shown in parts. */
export const PageButtons = ({ back, on, names, onTurn, children }: PageButtonsProps) => (
  <nav className="row fine" style={{ justifyContent: 'center', padding: '0.5rem' }} aria-label="Pages">
    <PlainButton disabled={!back} onClick={() => onTurn(-1)}>
      {names[0]}
    </PlainButton>
    {children && <span className="quiet number">{children}</span>}
    <PlainButton disabled={!on} onClick={() => onTurn(1)}>
      {names[1]}
    </PlainButton>
  </nav>
);
