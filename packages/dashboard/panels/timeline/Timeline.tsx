import { Checkbox, TextInput } from '@mantine/core';
import { CLIENTS } from '@sqrl/base/model/event.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { type AddressChange, useAddress } from '../../app/choices.ts';
import { usePlace, useVerb } from '../../calls/verb.ts';
import { useListKeys } from '../../keys/keys.ts';
import { ListChoice, PageButtons, SearchField } from '../../parts/controls.tsx';
import { Memories, Ticked } from '../../parts/memory.tsx';
import { Answered, Empty, Page } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { STATUS_TONES, word } from '../../words/nouns.ts';
import { clock, counted, dayName, moment, number, span } from '../../words/say.ts';
import { Replay, titleOf } from './Replay.tsx';

export type TimelineSession = Output<'sessions'>['sessions'][number];

export default function Timeline() {
  const wanted = useTimelineState();
  const { session, event } = wanted;
  if (session === undefined && event === undefined) return <Sessions wanted={wanted} />;
  return <Replay key={event ?? session} id={session} wanted={wanted} />;
}

const STATUSES = ['completed', 'failed', 'paused', 'active'] as const;
const PARTS = ['all', 'said', 'done'] as const;
export type TimelinePart = (typeof PARTS)[number];
export type TimelineState = ReturnType<typeof useTimelineState>;

/** Which sessions are wanted, or which step of which one, as the address says it. */
function useTimelineState() {
  const [params, set] = useAddress();
  return useMemo(() => {
    const number = (key: string) => Math.max(0, Math.trunc(Number(params.get(key)) || 0));
    return {
      client: CLIENTS.find((client) => client === params.get('client')),
      status: STATUSES.find((status) => status === params.get('status')),
      hard: params.has('hard'),
      words: params.get('q') ?? '',
      /** The latest day that is shown, as 2026-11-17; undefined for today. */
      day: /^\d{4}-\d\d-\d\d$/.exec(params.get('day') ?? '')?.[0],
      page: number('page'),
      session: params.get('s') ?? undefined,
      /** Undefined where the address names none: then it is the cited one, or the first. */
      step: params.has('i') ? number('i') : undefined,
      /** The step that an answer cites, by the first digits of its id. */
      event: params.get('event') ?? undefined,
      part: PARTS.find((part) => part === params.get('part')) ?? 'all',
      narrowed: ['client', 'status', 'hard', 'q', 'day'].some((name) => params.has(name)),
      set,
    };
  }, [params, set]);
}

const PAGE_SESSIONS = 30;
/** Commits and runs of CI are no sessions of an agent. */
const AGENTS = CLIENTS.filter((client) => client !== 'git' && client !== 'ci');

function Sessions({ wanted }: { wanted: TimelineState }) {
  const { global } = usePlace();
  const { client, status, hard, words, day, page, narrowed } = wanted;
  const answer = useVerb(
    'sessions',
    {
      clients: client ? [client] : AGENTS,
      ...(status && { statuses: [status] }),
      ...(hard && { hard }),
      ...(words && { words }),
      // The midnight after the day, where the person is.
      ...(day && { until: new Date(`${day}T24:00:00`).getTime() }),
      limit: PAGE_SESSIONS,
      offset: page * PAGE_SESSIONS,
    },
    { enabled: !global, keep: true },
  );
  const { total = 0, sessions = [] } = answer.data ?? {};
  const turn = (to: number) => wanted.set({ page: to === 0 ? undefined : String(to) });
  const cursor = useListKeys({
    ...{ group: 'Timeline', noun: 'session', ids: sessions.map(({ id }) => id) },
    pages: { at: page, last: Math.max(0, Math.ceil(total / PAGE_SESSIONS) - 1), turn },
    onOpen: (s) => wanted.set({ s }),
  });
  if (global)
    return (
      <Page title="Timeline">
        <Empty icon="timeline" title="Sessions belong to projects">
          Choose a project to see its sessions.
        </Empty>
      </Page>
    );
  return (
    <Page title="Timeline" side={<Filters wanted={wanted} data={answer.data} />}>
      <Answered of={answer} lines={8}>
        {() =>
          sessions.length === 0 && (
            <Empty icon="timeline" title={narrowed ? 'No matching sessions' : 'No sessions yet'}>
              {narrowed
                ? 'Remove a filter to see more.'
                : 'Sessions appear here after an agent worked in this project and its log was read.'}
            </Empty>
          )
        }
      </Answered>
      {[...Map.groupBy(sessions, ({ startedAt }) => dayName(startedAt))].map(([name, some]) => (
        <section key={name}>
          <h2 className="quiet fine first-up">{name}</h2>
          <ol className="box">
            {some.map((session) => (
              <SessionCard
                key={session.id}
                session={session}
                words={words}
                isCursor={session.id === cursor.id}
              />
            ))}
          </ol>
        </section>
      ))}
      <PageButtons at={page} size={PAGE_SESSIONS} total={total} names={['Newer', 'Older']} onTurn={turn} />
    </Page>
  );
}

function Filters({ wanted, data }: { wanted: TimelineState; data: Output<'sessions'> | undefined }) {
  const narrow = (change: AddressChange, replace = false) =>
    wanted.set({ ...change, page: undefined }, { replace });
  const clients = CLIENTS.filter((client) => (data?.byClient[client] ?? 0) > 0);
  return (
    <div className="row">
      <span className="quiet number" role="status">
        {data && counted(data.total, 'session')}
      </span>
      <SearchField
        label="Search what was said"
        group="Timeline"
        value={wanted.words}
        onAsk={(q) => narrow({ q }, true)}
      />
      <TextInput
        type="date"
        aria-label="Go to a day"
        title="Go to a day"
        value={wanted.day ?? ''}
        onChange={({ currentTarget }) => narrow({ day: currentTarget.value })}
      />
      <Checkbox
        size="xs"
        label="Struggling only"
        checked={wanted.hard}
        onChange={({ currentTarget }) => narrow({ hard: currentTarget.checked ? '1' : '' })}
      />
      <ListChoice
        label="Outcome"
        value={wanted.status ?? ''}
        names={{
          '': 'Any outcome',
          ...Object.fromEntries(STATUSES.map((status) => [status, word('episode', status)])),
        }}
        onChoose={(status) => narrow({ status })}
      />
      <ListChoice
        label="Client"
        value={wanted.client ?? ''}
        names={{
          '': 'All agents',
          ...Object.fromEntries(clients.map((one) => [one, `${one} · ${number(data!.byClient[one]!)}`])),
        }}
        onChoose={(client) => narrow({ client })}
      />
    </div>
  );
}

const MAX_NAMED = 2;

interface SessionCardProps {
  session: TimelineSession;
  words: string;
  isCursor: boolean;
}

function SessionCard({ session, words, isCursor }: SessionCardProps) {
  const { id, opening, startedAt, endedAt, client, episodes, delivered, learned, learnedTotal } = session;
  const changed = new Set(episodes.flatMap(({ filesChanged }) => filesChanged)).size;
  return (
    <li id={`session-${id}`} className="session" data-cursor={isCursor || undefined}>
      <div className="number">
        <time title={moment(startedAt)}>{clock(startedAt)}</time>
        <small>{span(endedAt - startedAt)}</small>
      </div>
      <div>
        <h3 dir="auto" className="cut">
          <Link href={`/timeline?s=${encodeURIComponent(id)}`} className="plain">
            <Ticked text={titleOf(session)} question={words} />
          </Link>
        </h3>
        <p className="facts">
          <span>{client}</span>
          <Struggle struggle={session.struggle} />
          <span>{counted(session.events, 'step')}</span>
          {changed > 0 && <span>{counted(changed, 'file changed')}</span>}
          {session.tainted > 0 && <span data-tone="warn">contains foreign text</span>}
        </p>
        <ul className="fine">
          {episodes.map(({ id: episode, task, outcome, status }, i) => (
            <li key={episode} className="line dot" data-tone={STATUS_TONES[status]}>
              {(i > 0 || task !== opening) && (
                <span dir="auto" className="cut">
                  <Ticked text={task} />
                </span>
              )}
              <em className="wrap">{outcome}</em>
            </li>
          ))}
        </ul>
      </div>
      <div className="session-gain">
        {(session.holdout === 'control' || delivered.memories > 0) && (
          <p className="line quiet">
            <Icon name="spark" size={14} />
            {session.holdout === 'control'
              ? 'Control session (no memories)'
              : `${counted(delivered.memories, 'memory')} delivered (${number(delivered.tokens)} tokens)`}
          </p>
        )}
        {learnedTotal > 0 && (
          <p className="line quiet">
            <Icon name="memories" size={14} />
            {counted(learnedTotal, 'memory learned or confirmed')}
          </p>
        )}
        <Memories of={learned.slice(0, MAX_NAMED)} />
      </div>
    </li>
  );
}

/** How hard something was: below which score, as a tone, and in a word. */
const LEVELS = [
  [0.05, 'good', 'Smooth'],
  [0.4, 'off', 'Some errors'],
  [0.7, 'warn', 'Rough'],
  [Infinity, 'bad', 'Very rough'],
] as const;

function Struggle({ struggle }: Pick<TimelineSession, 'struggle'>) {
  const { score, errors, retryLoops, frustration } = struggle;
  const made = [
    errors > 0 && counted(errors, 'error'),
    retryLoops > 0 && counted(retryLoops, 'retry'),
    frustration !== 'none' && word('frustration', frustration),
  ].filter(Boolean);
  const [, badge, how] = LEVELS.find(([below]) => score < below)!;
  return (
    <span>
      <b data-badge={badge}>{how}</b>
      {made.length > 0 && ` ${made.join(' · ')}`}
    </span>
  );
}
