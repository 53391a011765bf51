import { Button, SegmentedControl } from '@mantine/core';
import type { EventKind } from '@sqrl/base/model/event.ts';
import { digitsOfSaid } from '@sqrl/base/model/said.ts';
import { Link } from 'wouter';
import { useVerb } from '../../calls/verb.ts';
import { Page } from '../../parts/Page.tsx';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';
import { moment } from '../../words/times.ts';
import { EpisodeStrip } from './EpisodeStrip.tsx';
import { Player } from './Player.tsx';
import { isCited, StepList } from './StepList.tsx';
import { StepView } from './StepView.tsx';
import { titleOf, useSpan } from './session-words.ts';
import styles from './timeline.module.css';
import { PARTS, type TimelineState, type TimelineTab } from './timeline-state.ts';
import { timelineWords } from './words.ts';

const PAGE_STEPS = 100;

/** The kinds of steps in each part; of all, none is left out. */
const KINDS: Record<TimelineTab, EventKind[] | undefined> = {
  all: undefined,
  said: ['prompt', 'reply'],
  done: ['call', 'result', 'commit', 'check'],
};

const pageOf = (step: number): number => Math.floor(step / PAGE_STEPS);

/** A session step by step, a page of steps at a time; where the address names an event, its session, opened there. */
export function Replay({ id, wanted }: { id: string | undefined; wanted: TimelineState }) {
  const span = useSpan();
  const { part, event } = wanted;
  const kinds = KINDS[part];
  const from = pageOf(wanted.step ?? 0) * PAGE_STEPS;
  const { data, error, isPending, refetch } = useVerb(
    'replaySession',
    {
      ...(id !== undefined && { session: id }),
      ...(kinds && { kinds }),
      limit: PAGE_STEPS,
      ...(event !== undefined && wanted.step === undefined ? { event } : { offset: from }),
    },
    { keep: true },
  );
  const total = data?.total ?? 0;
  const index = Math.min(wanted.step ?? data?.at ?? 0, Math.max(0, total - 1));
  const page = pageOf(index);
  const cited = event && digitsOfSaid(event);
  const step = data?.steps.find((one) => one.index === index);
  const set: TimelineState['set'] = (change, keep) => wanted.set({ s: data?.session.id, ...change }, keep);
  // One step after the other is one place in the browser's history, not hundreds.
  const go = (to: number) => set({ i: String(Math.max(0, Math.min(total - 1, to))) }, 'replace');
  const back = (
    <Link href="/timeline" className={styles.back}>
      <Icon name="chevron" size={14} />
      All sessions
    </Link>
  );
  if (!data)
    return (
      <Page title="Session" side={back}>
        {isPending && <Loading lines={8} />}
        {error && <TroubleNote trouble={error} onAgain={refetch} />}
      </Page>
    );
  const { session, episodes, steps, deliveries } = data;
  return (
    <div className={styles.replay}>
      <header>
        {back}
        <h1 dir="auto">{titleOf(session) ?? 'Untitled session'}</h1>
        <p className={`facts ${styles.facts}`}>
          <span>{session.client}</span>
          <span>{moment(session.startedAt)}</span>
          <span>{span(session.endedAt - session.startedAt)}</span>
          {session.model && <span>{session.model}</span>}
          {session.branch && <span className="mono">{session.branch}</span>}
          {session.failed > 0 && (
            <span data-tone="bad">{counted(session.failed, 'call failed', 'calls failed')}</span>
          )}
        </p>
        {event !== undefined && wanted.step === undefined && part === 'all' && data.at === null && (
          <p className={styles.eventGone} role="status">
            The cited message is no longer in this session.
          </p>
        )}
        <EpisodeStrip
          episodes={episodes}
          current={step?.episode}
          onChoose={(first) => set({ part: undefined, i: String(first) })}
        />
        <div className={styles.controls}>
          <Player
            total={total}
            index={index}
            steps={steps}
            deliveries={deliveries}
            page={PAGE_STEPS}
            onGo={go}
          />
          <SegmentedControl
            size="xs"
            aria-label="Show"
            value={part}
            onChange={(value) => set({ part: value === 'all' ? undefined : value, i: undefined })}
            data={PARTS.map((value) => ({ value, label: timelineWords[`part.${value}`] }))}
          />
        </div>
      </header>
      {total === 0 ? (
        <p className="quiet">This step does not exist in this session.</p>
      ) : (
        <>
          <div className={styles.steps}>
            <StepList
              steps={steps}
              index={index}
              total={total}
              cited={cited}
              deliveries={deliveries}
              onGo={go}
            />
            {total > PAGE_STEPS && (
              <nav className={styles.pages} aria-label="Pages">
                <Button variant="default" disabled={page === 0} onClick={() => go((page - 1) * PAGE_STEPS)}>
                  Previous steps
                </Button>
                <Button
                  variant="default"
                  disabled={(page + 1) * PAGE_STEPS >= total}
                  onClick={() => go((page + 1) * PAGE_STEPS)}
                >
                  Next steps
                </Button>
              </nav>
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
