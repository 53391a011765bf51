import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useVerb } from '../../calls/verb.ts';
import { MemoryLink, MemoryText } from '../../parts/memory.tsx';
import { Bars, Card, Loading } from '../../parts/page.tsx';
import { counted, day, number, short, times } from '../../words/say.ts';
import { Proof } from './Proof.tsx';

type Overview = Output<'overview'>;
type Estimate = Overview['week']['sparedFailures'];
type Counts = Output<'proof'>['counted']['overall'];

/** What memory did for agents in one sentence, with the memories that did most; how that is known is folded. */
export function Helped({ overview }: { overview: Overview }) {
  const { week, best } = overview;
  const { data: proof } = useVerb('proof', {}, { keep: true });
  const counts = proof?.counted.overall;
  return (
    <Card title="Did it help?">
      {!counts && <Loading lines={1} />}
      {counts && counts.reminders > 0 && <p>{helpedSentence(counts)}</p>}
      {counts?.reminders === 0 && <NotYet overview={overview} />}
      {best.length > 0 && <h3>Memories that helped most</h3>}
      <ol className="stack">
        {best.map(({ id, text, uses, hits, misses }) => (
          <li key={id}>
            <MemoryLink id={id} text={text} cut />
            <small>
              {[
                hits > 0 && `failure avoided ${times(hits)}`,
                misses > 0 && `failed again ${times(misses)}`,
                uses > 0 && `used ${times(uses)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ol>
      {proof && (
        <details className="quiet">
          <summary>How this is known</summary>
          <Effect estimate={week.sparedFailures} since={week.since} />
          <OverTime stages={proof.life.stages} />
          <Proof proof={proof} />
        </details>
      )}
    </Card>
  );
}

/** The best known count first: what was counted of reminders that reached an agent. */
function helpedSentence({ reminders, outcomes }: Counts): string {
  const good = [
    outcomes.avoided > 0 && counted(outcomes.avoided, 'failure avoided'),
    outcomes.followed > 0 && counted(outcomes.followed, 'memory followed'),
    outcomes.cited > 0 && counted(outcomes.cited, 'memory cited'),
  ].filter((part) => part !== false);
  const all = counted(reminders, 'reminder');
  const again = outcomes['failed again'];
  const bad = again > 0 ? `; ${counted(again, 'failure came')} all the same` : '';
  return good.length > 0
    ? `Yes: after ${all}, ${good.join(' and ')}${bad}.`
    : `Not known yet: ${all} reached your agents without a sign of use${bad}.`;
}

/** Sessions that are replayed to say what memory would have done. */
const REPLAYED = 50;
const QUOTED = 3;

/** Why nothing was counted, and what a replay of past sessions says instead. */
function NotYet({ overview: { totals, setUp } }: { overview: Overview }) {
  const { data } = useVerb('replay', { limit: REPLAYED }, { enabled: totals.sessions > 0 });
  const why =
    setUp.length === 0
      ? 'because no agent is connected'
      : totals.memories === 0
        ? 'because nothing was learned yet'
        : 'because no agent has come to a step that a memory is about since it was set up';
  const failures = data?.kinds.find(({ kind }) => kind === 'failure');
  const claims = failures?.claims ?? 0;
  // The same failure is told again and again, with another count.
  const told = Object.values(
    Object.groupBy(
      (data?.claims ?? []).filter(({ kind }) => kind === 'failure'),
      ({ told }) => told.replaceAll(/\d+/g, ''),
    ),
  ).flatMap((same) => same?.at(-1)?.told ?? []);
  return (
    <>
      <p>
        {`Not yet: no reminder has reached an agent, ${why}.`}
        {totals.sessions > 0 && !data && ' Past sessions are being replayed…'}
        {data &&
          ` In your last ${counted(data.sessions, 'session')} it would have stopped ${
            claims > 0
              ? `${counted(claims, 'failure')}, for example:`
              : failures && failures.spoken > 0
                ? `no failure: the ${counted(failures.spoken, 'call')} that it would have warned of went well.`
                : 'no failure: no call in them had failed often enough before to be warned of.'
          }`}
      </p>
      {claims > 0 && (
        <ul className="stack">
          {told.slice(0, QUOTED).map((text) => (
            <li key={text}>
              <MemoryText text={text} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** One sentence about an estimate: never a number without its interval, and how it is calculated on request. */
function Effect({ estimate, since }: { estimate: Estimate; since: number }) {
  const { value, low, high, how, because, told, untold } = estimate;
  const isUnclear = value === null || low === null || high === null || (low <= 0 && high >= 0);
  return (
    <p>
      <b>
        {value === null
          ? 'Repeated failures cannot be compared yet.'
          : isUnclear
            ? 'No clear effect on repeated failures yet.'
            : `${short(value)} repeated failures avoided since ${day(since)}.`}
      </b>{' '}
      <span className="quiet">
        {value === null ? because : `Between ${short(low ?? 0)} and ${short(high ?? 0)}.`}
      </span>{' '}
      <small>{`${how} Compared with control sessions (no memories, chosen at random). Sample: ${number(told)} with memories, ${number(untold)} without.`}</small>
    </p>
  );
}

type LifeStage = Output<'proof'>['life']['stages'][number];

const LINES = [
  { of: 'discoveryCalls', says: 'calls that read or search' },
  { of: 'repeatedFailures', says: 'failures seen before' },
] as const satisfies { of: keyof LifeStage; says: string }[];

/** How much agents look for, and what they run into again, from the first sessions of a project to the latest. */
function OverTime({ stages }: { stages: readonly LifeStage[] }) {
  if (stages.length < 2) return null;
  return (
    <>
      <h3>Over time, per session</h3>
      {LINES.map(({ of, says }) => (
        <Bars
          key={of}
          label={says}
          rows={stages.map((stage) => ({
            name: `sessions ${stage.from}–${stage.to}`,
            value: stage[of],
            says: `${short(stage[of])} ${says}`,
          }))}
        />
      ))}
    </>
  );
}
