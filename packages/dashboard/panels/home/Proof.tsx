import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { usePlace } from '../../calls/place.ts';
import { MemoryLink } from '../../parts/memory.tsx';
import { Ticked } from '../../parts/text.tsx';
import { counted, fill } from '../../words/say.ts';
import { moment, number, short } from '../../words/times.ts';
import styles from './home.module.css';
import { ReplayPast } from './ReplayPast.tsx';
import { homeWords } from './words.ts';

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

const FOLLOWED = ['avoided', 'followed', 'cited', 'failed again', 'ignored'] as const;

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
  const parts = FOLLOWED.filter((what) => counts.outcomes[what] > 0).map((what) =>
    fill(homeWords[`proof.${what}`], { n: counts.outcomes[what] }),
  );
  const stopped =
    counts.stops > 0
      ? [`${counted(counts.stops, 'call', 'calls')} stopped (${number(counts.prevented)} not made again)`]
      : [];
  const reminders = [counted(counts.reminders, 'reminder', 'reminders'), ...stopped].join(' · ');
  // A reminder may hold several memories.
  return <>{parts.length === 0 ? reminders : `${reminders}. ${`Memories in them: ${parts.join(' · ')}`}`}</>;
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
              {homeWords[`followed.${followed}`]}: {why} ·{' '}
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
          {homeWords[`metric.${metric}`]}: {says} {between(all)}{' '}
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
              {homeWords[`metric.${metric}`]}
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
