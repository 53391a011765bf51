import { Link } from 'wouter';
import type { Output } from '../../../src/protocol/verbs.ts';
import { usePlace } from '../../calls/place.ts';
import { useVerb } from '../../calls/verb.ts';
import { MemoryText } from '../../parts/MemoryText.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './home.module.css';
import { ReplayPast } from './ReplayPast.tsx';
import { homeWords } from './words.ts';

type ProofOutput = Output<'proof'>;
type ComparedGroup = ProofOutput['compared']['metrics'][number]['passive'];

/** What memory did, in three kinds that are never mixed: counted, compared, estimated. */
export function Proof() {
  const say = useWords(homeWords);
  const place = usePlace();
  const { data } = useVerb('proof', {}, { keep: true });
  if (!data) return null;
  return (
    <dl className={styles.proof}>
      <dt>{say('proof.counted')}</dt>
      <dd>
        <Counted counts={data.counted.week} />
        {data.counted.overall.reminders > data.counted.week.reminders && (
          <p className="quiet">
            {say('proof.overall')} <Outcomes counts={data.counted.overall} />
          </p>
        )}
        <Receipts receipts={data.counted.receipts} />
        <Rules rules={data.counted.rules} />
      </dd>
      <dt>{say('proof.compared')}</dt>
      <dd>
        <Compared compared={data.compared} />
      </dd>
      <dt>{say('proof.estimated')}</dt>
      <dd>
        {/* What was replayed belongs to its project. */}
        <ReplayPast key={JSON.stringify(place)} />
      </dd>
    </dl>
  );
}

const FOLLOWED = ['avoided', 'followed', 'cited', 'failed again', 'ignored'] as const;

function Counted({ counts }: { counts: ProofOutput['counted']['week'] }) {
  const say = useWords(homeWords);
  if (counts.reminders === 0) return <span className="quiet">{say('proof.noReminder')}</span>;
  return (
    <>
      {say('proof.week')} <Outcomes counts={counts} />
    </>
  );
}

/** Reminders, stops, and what the memories in them came to. */
function Outcomes({ counts }: { counts: ProofOutput['counted']['week'] }) {
  const say = useWords(homeWords);
  const parts = FOLLOWED.filter((what) => counts.outcomes[what] > 0).map((what) =>
    say(`proof.${what}`, { n: counts.outcomes[what] }),
  );
  const stopped =
    counts.stops > 0 ? [say('proof.stops', { n: counts.stops, prevented: counts.prevented })] : [];
  const reminders = [say('proof.reminders', { n: counts.reminders }), ...stopped].join(' · ');
  // A reminder may hold several memories.
  return (
    <>{parts.length === 0 ? reminders : `${reminders}. ${say('proof.inThem', { all: parts.join(' · ') })}`}</>
  );
}

/** The latest reminders of which it is known what followed, each with its session and its reason. */
function Receipts({ receipts }: { receipts: ProofOutput['counted']['receipts'] }) {
  const say = useWords(homeWords);
  const inWords = useMessage();
  const { moment } = useFormats();
  if (receipts.length === 0) return null;
  return (
    <details>
      <summary>{say('proof.receipts')}</summary>
      <ul className={styles.claims}>
        {receipts.map(({ id, at, client, session, memory, text, followed, why }) => (
          <li key={`${id} ${memory}`}>
            <Link href={`/memories?m=${memory}`}>
              <MemoryText text={text} />
            </Link>
            <small>
              {say(`followed.${followed}`)}: {inWords(why)} ·{' '}
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
  const say = useWords(homeWords);
  if (met.length === 0) return null;
  return (
    <details>
      <summary>{say('proof.rules', { n: held })}</summary>
      <ul className={styles.claims}>
        {met.map(({ id, text, ...counts }) => (
          <li key={id}>
            <Link href={`/memories?m=${id}`}>
              <MemoryText text={text} />
            </Link>
            <small>{say('proof.ruleCounts', counts)}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Compared({ compared }: { compared: ProofOutput['compared'] }) {
  const say = useWords(homeWords);
  const inWords = useMessage();
  const { short } = useFormats();
  const { full, passive, control } = compared.groups;
  const between = ({ value, low, high }: Pick<ComparedGroup, 'value' | 'low' | 'high'>) =>
    say('proof.difference', { value: short(value ?? 0), low: short(low ?? 0), high: short(high ?? 0) });
  if (full + passive + control === 0)
    return (
      <span className="quiet">
        {compared.because ? inWords(compared.because) : say('proof.noControl')}{' '}
        {!compared.on && <ControlLink />}
      </span>
    );
  const shown = compared.metrics.filter(({ verdict }) => verdict === 'less' || verdict === 'more');
  return (
    <>
      {say('proof.groups', { full, control, passive })}{' '}
      {shown.map(({ metric, passive: atStart, says, ...all }) => (
        <span key={metric}>
          {say(`metric.${metric}`)}: {inWords(says)} {between(all)}{' '}
          {atStart.value !== null && `${say('proof.atStart')} ${between(atStart)}`}{' '}
        </span>
      ))}
      {shown.length === 0 && compared.metrics[0] && (
        <span className="quiet">{inWords(compared.metrics[0].says)}</span>
      )}{' '}
      {!compared.on && <ControlLink />}
      <details>
        <summary>{say('proof.metrics')}</summary>
        <ul className={styles.claims}>
          {compared.metrics.map(({ metric, says, value, low, high }) => (
            <li key={metric}>
              {say(`metric.${metric}`)}
              <small>
                {inWords(says)} {value !== null && between({ value, low, high })}
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
  const say = useWords(homeWords);
  return <Link href="/settings/trust">{say('helped.control')}</Link>;
}
