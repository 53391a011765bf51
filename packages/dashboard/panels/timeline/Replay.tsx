import type { EventKind } from '@sqrl/base/model/event.ts';
import { digitsOfSaid } from '@sqrl/base/model/said.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { useVerb } from '../../calls/verb.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Answered, Loading } from '../../parts/states.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';
import { moment, span } from '../../words/times.ts';
import { Player } from './Player.tsx';
import { titleOf } from './SessionCard.tsx';
import { PageButtons } from './Sessions.tsx';
import { isCited, StepList } from './StepList.tsx';
import { StepView } from './StepView.tsx';
import styles from './timeline.module.css';
import type { TimelineState, TimelineTab } from './timeline-state.ts';
import { STATUS_TONES, timelineWords } from './words.ts';

const PAGE_STEPS = 100;

/** The kinds of steps in each part; of all, none is left out. */
const KINDS: Record<TimelineTab, EventKind[] | undefined> = {
  all: undefined,
  said: ['prompt', 'reply'],
  done: ['call', 'result', 'commit', 'check'],
};

const pageOf = (step: number): number => Math.floor(step / PAGE_STEPS);

const BACK = (
  <Link href="/timeline" className={`plain link ${styles.back}`}>
    <Icon name="chevron" size={14} />
    All sessions
  </Link>
);

interface ReplayProps {
  id: string | undefined;
  wanted: TimelineState;
}

/** A session step by step, a page of steps at a time; where the address names an event, its session, opened there. */
export function Replay({ id, wanted }: ReplayProps) {
  const { part, event } = wanted;
  const kinds = KINDS[part];
  const answer = useVerb(
    'replaySession',
    {
      ...(id !== undefined && { session: id }),
      ...(kinds && { kinds }),
      limit: PAGE_STEPS,
      ...(event !== undefined && wanted.step === undefined
        ? { event }
        : { offset: pageOf(wanted.step ?? 0) * PAGE_STEPS }),
    },
    { keep: true },
  );
  if (answer.data) return <Replayed data={answer.data} wanted={wanted} />;
  return (
    <Page title="Session" side={BACK}>
      <Answered of={answer} lines={8}>
        {() => null}
      </Answered>
    </Page>
  );
}

interface ReplayedProps {
  data: Output<'replaySession'>;
  wanted: TimelineState;
}

function Replayed({ data, wanted }: ReplayedProps) {
  const { part, event } = wanted;
  const { session, episodes, steps, deliveries, total } = data;
  const index = Math.min(wanted.step ?? data.at ?? 0, Math.max(0, total - 1));
  const page = pageOf(index);
  const cited = event && digitsOfSaid(event);
  const step = steps.find((one) => one.index === index);
  const set: TimelineState['set'] = (change, keep) => wanted.set({ s: session.id, ...change }, keep);
  // One step after the other is one place in the browser's history, not hundreds.
  const go = (to: number) => set({ i: String(Math.max(0, Math.min(total - 1, to))) }, { replace: true });
  const isGone = event !== undefined && wanted.step === undefined && part === 'all' && data.at === null;
  return (
    <div className={`wide ${styles.replay}`}>
      <header>
        {BACK}
        <h1 dir="auto">{titleOf(session) ?? 'Untitled session'}</h1>
        <SessionFacts session={session} />
        {isGone && (
          <p data-tone="warn" role="status">
            The cited message is no longer in this session.
          </p>
        )}
        <Chapters
          episodes={episodes}
          current={step?.episode}
          onChoose={(first) => set({ part: undefined, i: String(first) })}
        />
        <div className="row">
          <Player {...{ total, index, steps, deliveries }} page={PAGE_STEPS} onGo={go} />
          <Choice
            label="Show"
            value={part}
            onChoose={(value) => set({ part: value === 'all' ? undefined : value, i: undefined })}
            names={{ all: 'Everything', said: 'Messages', done: 'Actions' }}
          />
        </div>
      </header>
      {total === 0 ? (
        <p className="quiet">This step does not exist in this session.</p>
      ) : (
        <>
          <div className={styles.steps}>
            <StepList {...{ steps, index, total, cited, deliveries }} onGo={go} />
            {total > PAGE_STEPS && (
              <PageButtons
                back={page > 0}
                on={(page + 1) * PAGE_STEPS < total}
                names={['Previous steps', 'Next steps']}
                onTurn={(by) => go((page + by) * PAGE_STEPS)}
              />
            )}
          </div>
          {step ? (
            <StepView
              step={step}
              isCited={isCited(step, cited)}
              told={deliveries.filter(
                (one) => one.index === index || (index === total - 1 && one.index >= total),
              )}
            />
          ) : (
            <Loading lines={6} />
          )}
        </>
      )}
    </div>
  );
}

function SessionFacts({ session }: Pick<ReplayedProps['data'], 'session'>) {
  const { client, startedAt, endedAt, model, branch, failed } = session;
  return (
    <p className="facts">
      <span>{client}</span>
      <span>{moment(startedAt)}</span>
      <span>{span(endedAt - startedAt)}</span>
      {model && <span>{model}</span>}
      {branch && <span className="mono">{branch}</span>}
      {failed > 0 && <span data-tone="bad">{counted(failed, 'call failed', 'calls failed')}</span>}
    </p>
  );
}

interface ChaptersProps {
  episodes: ReplayedProps['data']['episodes'];
  /** The one that is shown. */
  current: string | null | undefined;
  /** Goes to the first step of one. */
  onChoose: (firstStep: number) => void;
}

/** The episodes of a session after one another, as long as they were, colored by how they ended. */
function Chapters({ episodes, current, onChoose }: ChaptersProps) {
  if (episodes.length === 0) return null;
  const startOf = (at: number) => episodes.slice(0, at).reduce((sum, { eventCount }) => sum + eventCount, 0);
  return (
    <ol className={styles.chapters} aria-label="Episodes">
      {episodes.map(({ id, eventCount, status, task }, at) => (
        <li key={id} style={{ flexGrow: eventCount }}>
          <button
            type="button"
            className="bare"
            data-tone={STATUS_TONES[status]}
            aria-current={id === current ? 'step' : undefined}
            title={task}
            onClick={() => onChoose(startOf(at))}
          >
            <span dir="auto" className="cut">
              {task}
            </span>
            <small>{timelineWords[`status.${status}`]}</small>
          </button>
        </li>
      ))}
    </ol>
  );
}
