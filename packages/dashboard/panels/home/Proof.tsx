import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useLong, usePlace } from '../../calls/verb.ts';
import { RowButton } from '../../parts/controls.tsx';
import { MemoryLink, MemoryText, placeOf, Ticked } from '../../parts/memory.tsx';
import { LongState } from '../../parts/page.tsx';
import { counted, day, moment, number, short } from '../../words/say.ts';

type ProofOutput = Output<'proof'>;
type Counts = ProofOutput['counted']['week'];

/** What memory did, in three kinds that are never mixed: counted, compared, estimated. */
export function Proof({ proof: { counted: counts, compared } }: { proof: ProofOutput }) {
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

/** A list that opens; nothing where it is empty. */
const Folded = <T,>({ title, of, children }: FoldedProps<T>) =>
  of.length > 0 && (
    <details>
      <summary>{title}</summary>
      <ul className="stack claim">{of.map(children)}</ul>
    </details>
  );

/** What followed a reminder: its name, and the words after a number of them. */
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

/** What is saved, and what is said of how often that was right. */
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
