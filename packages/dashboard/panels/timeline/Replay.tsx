import { Button, Slider } from '@mantine/core';
import { digitsOfSaid } from '@sqrl/base/model/citation.ts';
import type { EventKind } from '@sqrl/base/model/event.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useShortPaths } from '../../app/projects.tsx';
import { useVerb } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { Choice, PageButtons, PlainButton } from '../../parts/controls.tsx';
import { Answered, Loading, Page } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { STATUS_TONES, word } from '../../words/nouns.ts';
import { clock, counted, moment, number, span } from '../../words/say.ts';
import { type ReplayStep, StepView } from './StepView.tsx';
import type { TimelinePart, TimelineSession, TimelineState } from './Timeline.tsx';

type ReplayOutput = Output<'events'>;

const PAGE_STEPS = 100;

const KINDS: Record<TimelinePart, EventKind[] | undefined> = {
  all: undefined,
  said: ['prompt', 'reply'],
  done: ['call', 'result', 'commit', 'check'],
};

const pageOf = (step: number): number => Math.floor(step / PAGE_STEPS);

const BACK = (
  <Link href="/timeline" className="plain link session-back">
    <Icon name="chevron" size={14} />
    All sessions
  </Link>
);

/** A session step by step, a page of steps at a time; where the address names an event, its session, opened there. */
export function Replay({ id, wanted }: { id: string | undefined; wanted: TimelineState }) {
  const { part, event, step = 0 } = wanted;
  const kinds = KINDS[part];
  const answer = useVerb(
    'events',
    {
      ...(id !== undefined && { session: id }),
      ...(kinds && { kinds }),
      limit: PAGE_STEPS,
      ...(event !== undefined && wanted.step === undefined
        ? { event }
        : { offset: pageOf(step) * PAGE_STEPS }),
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

function Replayed({ data, wanted }: { data: ReplayOutput; wanted: TimelineState }) {
  const { part, event } = wanted;
  const { session, episodes, events: steps, deliveries, total } = data;
  const index = Math.min(wanted.step ?? data.at ?? 0, Math.max(0, total - 1));
  const cited = event && digitsOfSaid(event);
  const step = steps.find((one) => one.index === index);
  const set: TimelineState['set'] = (change, keep) => wanted.set({ s: session.id, ...change }, keep);
  // One step after the other is one place in the browser's history, not hundreds.
  const go = (to: number) => set({ i: String(Math.max(0, Math.min(total - 1, to))) }, { replace: true });
  const isGone = event !== undefined && wanted.step === undefined && part === 'all' && data.at === null;
  const { client, startedAt, endedAt, model, branch, failed } = session;
  return (
    <div className="wide replay">
      <header>
        {BACK}
        <h1 dir="auto">{titleOf(session)}</h1>
        <p className="facts">
          <span>{client}</span>
          <span>{moment(startedAt)}</span>
          <span>{span(endedAt - startedAt)}</span>
          {model && <span>{model}</span>}
          {branch && <span className="mono">{branch}</span>}
          {failed > 0 && <span data-tone="bad">{counted(failed, 'call failed')}</span>}
        </p>
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
          <Player {...{ total, index, steps, deliveries }} onGo={go} />
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
          <div className="replay-steps">
            <StepList {...{ steps, index, total, cited, deliveries }} onGo={go} />
            <PageButtons
              at={pageOf(index)}
              size={PAGE_STEPS}
              total={total}
              onTurn={(to) => go(to * PAGE_STEPS)}
            />
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

interface ChaptersProps {
  episodes: ReplayOutput['episodes'];
  current: string | null | undefined;
  onChoose: (firstStep: number) => void;
}

function Chapters({ episodes, current, onChoose }: ChaptersProps) {
  if (episodes.length === 0) return null;
  const startOf = (at: number) => episodes.slice(0, at).reduce((sum, { eventCount }) => sum + eventCount, 0);
  return (
    <ol className="replay-chapters" aria-label="Episodes">
      {episodes.map(({ id, eventCount, status, task }, at) => (
        <li key={id} style={{ flexGrow: eventCount }}>
          <button
            type="button"
            className="bare pick"
            data-tone={STATUS_TONES[status]}
            aria-current={id === current ? 'step' : undefined}
            title={task}
            onClick={() => onChoose(startOf(at))}
          >
            <span dir="auto" className="cut">
              {task}
            </span>
            <small>{word('episode', status)}</small>
          </button>
        </li>
      ))}
    </ol>
  );
}

interface StepsProps {
  total: number;
  index: number;
  steps: readonly ReplayStep[];
  deliveries: ReplayOutput['deliveries'];
  onGo: (index: number) => void;
}

/** Goes through the steps: one by one, to the next failure, or to where memory spoke. */
function Player({ total, index, steps, deliveries, onGo }: StepsProps) {
  const stepAt = (at: number) => steps.find((step) => step.index === at);
  /** The next step in a direction that says something; beyond the page at hand, the next one. */
  const beside = (by: 1 | -1, from = index): number => {
    let next = from + by;
    for (let step = stepAt(next); step && !isShown(step); step = stepAt(next)) next += by;
    return next;
  };
  const spoken = () => {
    const next = deliveries.find((one) => one.index > index);
    if (next) onGo(next.index);
  };
  const failure = () => {
    const next = steps.find((step) => step.index > index && step.outcome === 'failed');
    onGo(next ? next.index : (pageOf(index) + 1) * PAGE_STEPS);
  };
  const group = 'Timeline';
  const [on, back] = [() => onGo(beside(1)), () => onGo(beside(-1))];
  useKeys([
    { keys: 'arrowright', does: 'Next step', group, run: on },
    { keys: 'arrowleft', does: 'Previous step', group, run: back },
    ...['arrowdown', 'j'].map((keys) => ({ keys, run: on })),
    ...['arrowup', 'k'].map((keys) => ({ keys, run: back })),
    { keys: 'home', run: () => onGo(0) },
    { keys: 'end', run: () => onGo(beside(-1, total)) },
    { keys: 'f', does: 'Next failure, or the next page', group, run: failure },
    { keys: 'm', does: 'Next delivered memory', group, run: spoken },
  ]);
  const where = `Step ${number(index + 1)} of ${number(total)}`;
  return (
    <div className="row fine" style={{ flex: '1 1 22rem' }}>
      <Button.Group>
        <PlainButton disabled={index === 0} onClick={back}>
          ← Previous
        </PlainButton>
        <PlainButton disabled={index >= total - 1} onClick={on}>
          Next →
        </PlainButton>
      </Button.Group>
      <Slider
        flex={1}
        miw="8rem"
        maw="26rem"
        size="xs"
        min={0}
        max={Math.max(1, total - 1)}
        value={index}
        label={null}
        thumbLabel={where}
        onChange={onGo}
      />
      <span className="quiet number">{where}</span>
    </div>
  );
}

interface StepListProps extends StepsProps {
  /** The first digits of the id of the step that an answer cites. */
  cited: string | undefined;
}

function StepList({ steps, index, total, cited, deliveries, onGo }: StepListProps) {
  const short = useShortPaths();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other lines
  useEffect(() => {
    const selected = list.current?.querySelector('[aria-selected="true"]');
    // What stands around a cited step is wanted as well.
    selected?.scrollIntoView({ block: selected.hasAttribute('data-cited') ? 'center' : 'nearest' });
  }, [index, steps]);
  const toldAt = new Set(deliveries.map((one) => one.index));
  return (
    <div
      ref={list}
      role="listbox"
      aria-label="Steps"
      aria-activedescendant={steps.some((step) => step.index === index) ? `step-${index}` : undefined}
      tabIndex={0}
      className="replay-list"
    >
      {steps.filter(isShown).map((step) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the panel itself hears the keys
        <div
          key={step.id}
          id={`step-${step.index}`}
          className="pick"
          role="option"
          tabIndex={-1}
          aria-selected={step.index === index}
          aria-setsize={total}
          aria-posinset={step.index + 1}
          data-kind={step.kind}
          data-outcome={step.outcome ?? undefined}
          data-cited={isCited(step, cited) || undefined}
          onClick={() => onGo(step.index)}
        >
          <small className="number cut">{clock(step.at)}</small>
          <b className="cut">{step.tool ?? word('kind', step.kind)}</b>
          <span dir="auto" className="cut">
            {short(firstLine(step))}
          </span>
          {isCited(step, cited) && <small data-badge="warn">cited</small>}
          {toldAt.has(step.index) && <small data-badge="info">delivered</small>}
          {step.learned.length > 0 && (
            <small data-badge="good">{`${number(step.learned.length)} learned`}</small>
          )}
        </div>
      ))}
    </div>
  );
}

/** Clients write notices that say nothing; they are passed over. */
const isShown = ({ kind, text }: ReplayStep): boolean => kind !== 'notice' || text.trim() !== '';

const isCited = ({ id }: ReplayStep, cited: string | undefined): boolean =>
  cited !== undefined && id.startsWith(cited);

const firstLine = ({ command, files, text, kind }: ReplayStep): string =>
  (kind === 'call' ? (command ?? files[0]?.path) : undefined) ??
  text.trimStart().split('\n', 1)[0]!.slice(0, 160);

/** What a session is called: its title, or the first line of what was asked that says something. */
export function titleOf({ title, opening }: Pick<TimelineSession, 'title' | 'opening'>): string {
  const lines = (title ?? opening ?? '')
    .replace(/^Implement the following plan:/i, '')
    .split('\n')
    .map((line) => line.replace(/^[#>*\s]+/, '').trim());
  return lines.find((line) => line !== '') ?? 'Untitled session';
}
