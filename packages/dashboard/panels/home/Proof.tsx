import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { usePlace } from '../../calls/verb.ts';
import { MemoryLink } from '../../parts/memory.tsx';
import { Ticked } from '../../parts/text.tsx';
import { counted } from '../../words/say.ts';
import { moment, number, short } from '../../words/times.ts';
import styles from './home.module.css';
import { ReplayPast } from './ReplayPast.tsx';

type ProofOutput = Output<'proof'>;
type ComparedGroup = ProofOutput['compared']['metrics'][number]['passive'];

/** What memory did, in three kinds that are never mixed: counted, compared, estimated. */
export function Proof({ proof: data }: { proof: ProofOutput }) {
  const place = usePlace();
  return (
    <dl className={styles.proof}>
      <dt>Counted</dt>
      <dd>
        <Counted counts={data.counted.week} />
        {data.counted.overall.reminders > data.counted.week.reminders && (
          <p className="quiet">
            Overall: <Outcomes counts={data.counted.overall} />
          </p>
        )}
        <Receipts receipts={data.counted.receipts} />
        <Rules rules={data.counted.rules} />
      </dd>
      <dt>Compared</dt>
      <dd>
        <Compared compared={data.compared} />
      </dd>
      <dt>Estimated</dt>
      <dd>
        {/* What was replayed belongs to its project. */}
        <ReplayPast key={JSON.stringify(place)} />
      </dd>
    </dl>
  );
}

/** What followed a reminder: its name, and the words after a number of them. */
const FOLLOWED = {
  avoided: ['Avoided', 'avoided'],
  followed: ['Followed', 'followed'],
  cited: ['Cited', 'cited'],
  'failed again': ['Failed again', 'failed again'],
  ignored: ['No sign of use', 'that came up without a sign of use'],
} as const;

/** What sessions with and without memory are compared by. */
const METRICS = {
  toolCallsPerTask: 'Tool calls per task',
  filesReadAgain: 'Files read again',
  repeatedFailures: 'Repeated failures',
  corrections: 'Corrections by you',
  deadEnds: 'Dead ends again',
  testsPassFirst: 'Tests that pass at first',
  tokens: 'Tokens',
} as const;

function Counted({ counts }: { counts: ProofOutput['counted']['week'] }) {
  if (counts.reminders === 0) return <span className="quiet">No reminder reached an agent this week.</span>;
  return (
    <>
      This week: <Outcomes counts={counts} />
    </>
  );
}

/** Reminders, stops, and what the memories in them came to. */
function Outcomes({ counts }: { counts: ProofOutput['counted']['week'] }) {
  const parts = Object.entries(FOLLOWED).flatMap(([what, [, words]]) => {
    const n = counts.outcomes[what as keyof typeof FOLLOWED];
    return n > 0 ? [`${number(n)} ${words}`] : [];
  });
  const stopped =
    counts.stops > 0
      ? [`${counted(counts.stops, 'call', 'calls')} stopped (${number(counts.prevented)} not made again)`]
      : [];
  const reminders = [counted(counts.reminders, 'reminder', 'reminders'), ...stopped].join(' · ');
  // A reminder may hold several memories.
  return <>{parts.length === 0 ? reminders : `${reminders}. Memories in them: ${parts.join(' · ')}`}</>;
}

/** The latest reminders of which it is known what followed, each with its session and its reason. */
function Receipts({ receipts }: { receipts: ProofOutput['counted']['receipts'] }) {
  if (receipts.length === 0) return null;
  return (
    <details>
      <summary>Show the latest reminders and what followed</summary>
      <ul className={styles.claims}>
        {receipts.map(({ id, at, client, session, memory, text, followed, why }) => (
          <li key={`${id} ${memory}`}>
            <MemoryLink id={memory} text={text} />
            <small>
              {FOLLOWED[followed][0]}: {why} ·{' '}
              <Link href={`/timeline?s=${encodeURIComponent(session)}`}>
                {client}, {moment(at)}
              </Link>
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The rules that agents met, each with how often it was kept, broken and overruled. */
function Rules({ rules: { held, met } }: { rules: ProofOutput['counted']['rules'] }) {
  if (met.length === 0) return null;
  return (
    <details>
      <summary>
        {held === 1
          ? 'Show how the rule checked at actions was met'
          : `Show how the ${number(held)} rules checked at actions were met`}
      </summary>
      <ul className={styles.claims}>
        {met.map(({ id, text, ...counts }) => (
          <li key={id}>
            <MemoryLink id={id} text={text} />
            <small>{`Kept ${number(counts.kept)} times, broken ${number(counts.broken)}, overruled ${number(counts.overruled)}.`}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Compared({ compared }: { compared: ProofOutput['compared'] }) {
  const { full, passive, control } = compared.groups;
  const between = ({ value, low, high }: Pick<ComparedGroup, 'value' | 'low' | 'high'>) =>
    `Difference ${short(value ?? 0)}, between ${short(low ?? 0)} and ${short(high ?? 0)}.`;
  if (full + passive + control === 0)
    return (
      <span className="quiet">
        <Ticked text={compared.because ?? 'No control session yet.'} /> {!compared.on && <ControlLink />}
      </span>
    );
  const shown = compared.metrics.filter(({ verdict }) => verdict === 'less' || verdict === 'more');
  return (
    <>
      {`${number(full)} sessions with memory, ${number(passive)} at their start only, ${number(control)} without.`}{' '}
      {shown.map(({ metric, passive: atStart, says, ...all }) => (
        <span key={metric}>
          {METRICS[metric]}: {says} {between(all)}{' '}
          {atStart.value !== null && `At the start only: ${between(atStart)}`}{' '}
        </span>
      ))}
      {shown.length === 0 && compared.metrics[0] && <span className="quiet">{compared.metrics[0].says}</span>}{' '}
      {!compared.on && <ControlLink />}
      <details>
        <summary>Show every metric</summary>
        <ul className={styles.claims}>
          {compared.metrics.map(({ metric, says, value, low, high }) => (
            <li key={metric}>
              {METRICS[metric]}
              <small>
                {says} {value !== null && between({ value, low, high })}
              </small>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Without a control group there is nothing to compare with. */
function ControlLink() {
  return <Link href="/settings/trust">Open the setting</Link>;
}
