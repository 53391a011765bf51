import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useLong, usePlace, useVerb } from '../../calls/verb.ts';
import { RowButton } from '../../parts/controls.tsx';
import { MemoryLink, MemoryText, placeOf, Ticked } from '../../parts/memory.tsx';
import { Bars, Card, Loading, LongState } from '../../parts/page.tsx';
import { counted, day, moment, number, short, times } from '../../words/say.ts';

type Overview = Output<'overview'>;
type Estimate = Overview['week']['sparedFailures'];
type ProofOutput = Output<'proof'>;
type Counts = ProofOutput['counted']['overall'];

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

function Proof({ proof: { counted: counts, compared } }: { proof: ProofOutput }) {
  const place = usePlace();
  const { week, overall, receipts, rules } = counts;
  return (
    <dl className="pair quiet" style={{ '--pair': 'max-content' } as object}>
      <dt>Counted</dt>
      <dd>
        <p>
          {week.reminders === 0
            ? 'No reminder reached an agent this week.'
            : `This week: ${outcomesOf(week)}`}
        </p>
        {overall.reminders > week.reminders && <p className="quiet">{`Overall: ${outcomesOf(overall)}`}</p>}
        <Folded title="Show the latest reminders and what followed" of={receipts}>
          {({ id, at, client, session, memory, text, followed, why }) => (
            <li key={`${id} ${memory}`}>
              <MemoryLink id={memory} text={text} />
              <small>
                {FOLLOWED[followed][0]}: {why} ·{' '}
                <Link href={`/timeline?s=${encodeURIComponent(session)}`}>
                  {client}, {moment(at)}
                </Link>
              </small>
            </li>
          )}
        </Folded>
        <Folded title={`Show how ${counted(rules.held, 'rule')} checked at actions fared`} of={rules.met}>
          {({ id, text, kept, broken, overruled }) => (
            <li key={id}>
              <MemoryLink id={id} text={text} />
              <small>{`Kept ${number(kept)} times, broken ${number(broken)}, overruled ${number(overruled)}.`}</small>
            </li>
          )}
        </Folded>
      </dd>
      <dt>Compared</dt>
      <dd>
        <Compared compared={compared} />
      </dd>
      <dt>Estimated</dt>
      <dd>
        {/* What was replayed belongs to its project. */}
        <ReplayPast key={JSON.stringify(place)} />
      </dd>
    </dl>
  );
}

interface FoldedProps<T> {
  title: string;
  of: readonly T[];
  children: (one: T) => ReactNode;
}

const Folded = <T,>({ title, of, children }: FoldedProps<T>) =>
  of.length > 0 && (
    <details>
      <summary>{title}</summary>
      <ul className="stack claim">{of.map(children)}</ul>
    </details>
  );

const FOLLOWED = {
  avoided: ['Avoided', 'avoided'],
  followed: ['Followed', 'followed'],
  cited: ['Cited', 'cited'],
  'failed again': ['Failed again', 'failed again'],
  ignored: ['No sign of use', 'that came up without a sign of use'],
} as const;

/** Reminders, stops, and what the memories in them came to: a reminder may hold several. */
function outcomesOf({ reminders, stops, prevented, outcomes }: Counts): string {
  const parts = Object.entries(FOLLOWED).flatMap(([what, [, words]]) => {
    const n = outcomes[what as keyof typeof FOLLOWED];
    return n > 0 ? [`${number(n)} ${words}`] : [];
  });
  const stopped =
    stops > 0 ? [`${counted(stops, 'call')} stopped (${number(prevented)} not made again)`] : [];
  const all = [counted(reminders, 'reminder'), ...stopped].join(' · ');
  return parts.length === 0 ? all : `${all}. Memories in them: ${parts.join(' · ')}`;
}

const METRICS = {
  toolCallsPerTask: 'Tool calls per task',
  filesReadAgain: 'Files read again',
  repeatedFailures: 'Repeated failures',
  corrections: 'Corrections by you',
  deadEnds: 'Dead ends again',
  testsPassFirst: 'Tests that pass at first',
  tokens: 'Tokens',
} as const;

type Difference = Pick<ProofOutput['compared']['metrics'][number], 'value' | 'low' | 'high'>;

const between = ({ value, low, high }: Difference): string =>
  value === null ? '' : `Difference ${short(value)}, between ${short(low ?? 0)} and ${short(high ?? 0)}.`;

function Compared({ compared: { groups, metrics, because, on } }: { compared: ProofOutput['compared'] }) {
  const { full, passive, control } = groups;
  // Without a control group there is nothing to compare with.
  const setting = !on && <Link href="/settings/trust">Open the setting</Link>;
  if (full + passive + control === 0)
    return (
      <span className="quiet">
        <Ticked text={because ?? 'No control session yet.'} /> {setting}
      </span>
    );
  const shown = metrics.filter(({ verdict }) => verdict === 'less' || verdict === 'more');
  return (
    <>
      {`${number(full)} sessions with memory, ${number(passive)} at their start only, ${number(control)} without.`}{' '}
      {shown.map(({ metric, passive: atStart, says, ...all }) => (
        <span key={metric}>
          {METRICS[metric]}: {says} {between(all)}{' '}
          {atStart.value !== null && `At the start only: ${between(atStart)}`}{' '}
        </span>
      ))}
      {shown.length === 0 && <span className="quiet">{metrics[0]?.says}</span>} {setting}
      <Folded title="Show every metric" of={metrics}>
        {({ metric, says, ...all }) => (
          <li key={metric}>
            {METRICS[metric]}
            <small>
              {says} {between(all)}
            </small>
          </li>
        )}
      </Folded>
    </>
  );
}

type ReplayOutput = Output<'replay'>;

/** At most this many gains of a kind are listed; `sqrl replay --json` has them all. */
const MAX_LISTED = 3;

const KINDS: Readonly<Record<ReplayOutput['kinds'][number]['kind'], readonly [noun: string, right: string]>> =
  {
    failure: ['failure', 'calls stopped would have failed.'],
    file: ['file searched for', 'files listed were opened.'],
    instruction: ['instruction repeated', 'times it would have been told, you repeated it.'],
  };

/** What memory would have saved in past sessions: computed when it is asked for, since it reads all of them. */
function ReplayPast() {
  const replaying = useLong('replay');
  const { result, run, progress, stop } = replaying;
  const state = <LongState of={replaying} label="Replaying sessions" stop={stop} />;
  if (progress) return state;
  return (
    <>
      {result && <Replayed found={result} />}
      {state}
      <RowButton onClick={() => run({})}>{result ? 'Replay again' : 'Replay past sessions'}</RowButton>{' '}
      {!result && <span className="quiet">What memory would have saved in them. Nothing is written.</span>}
    </>
  );
}

function Replayed({ found: { sessions, from, to, kinds, claims: all } }: { found: ReplayOutput }) {
  if (sessions === 0) return <p className="quiet">No sessions to replay: no log of an agent was read yet.</p>;
  const span = ({ low, high }: { low: number; high: number }) =>
    low === high ? short(low) : `${short(low)}–${short(high)}`;
  return (
    <>
      <p>
        {`${counted(sessions, 'session')}, ${day(from ?? 0)} to ${day(to ?? 0)}. Memory would have saved:`}
      </p>
      {kinds.map(({ kind, claims, spoken, right, tokens, minutes, rule }) => {
        const [noun, wasRight] = KINDS[kind];
        return (
          <section key={kind} aria-label={counted(claims, noun)}>
            <b>{counted(claims, noun)}</b>{' '}
            {spoken > 0 && <span className="quiet">{`${short(right)} of ${short(spoken)} ${wasRight}`}</span>}{' '}
            {claims > 0 && (
              <>
                {`${span(tokens)} tokens, ${span(minutes)} minutes.`} <span className="quiet">{rule}</span>
              </>
            )}
            <ul className="stack claim">
              {all
                .filter((claim) => claim.kind === kind)
                .slice(-MAX_LISTED)
                .map(({ session, event, told, truth }) => (
                  <li key={`${session} ${event} ${told}`}>
                    {/* The session's own id, without its client. */}
                    <Link href={placeOf(event, session.slice(session.indexOf(':') + 1))}>
                      <MemoryText text={told} />
                    </Link>
                    <small>{truth}</small>
                  </li>
                ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
