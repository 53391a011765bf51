import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { MemoryLink, TypePill } from '../../parts/memory.tsx';
import { Section } from '../../parts/Page.tsx';
import { placeOf } from '../../parts/place-of.ts';
import { nounWords } from '../../words/nouns.ts';
import { counted } from '../../words/say.ts';
import { ago, moment, number, percent, times } from '../../words/times.ts';
import styles from './detail.module.css';

/** The files and symbols it is about, and whether they are still what they were. */
export function CodeTies({ portrait: { files, symbols } }: { portrait: Output<'portrait'> }) {
  if (files.length + symbols.length === 0) return null;
  return (
    <Section title="Files and symbols">
      <ul className="stack">
        {files.map(({ path, changedAt, state }) => (
          <li key={path} className={`line ${styles.tie}`}>
            <Link href={`/memories?file=${encodeURIComponent(path)}`} className="mono plain">
              {path}
            </Link>
            {changedAt !== null && <small>{ago(changedAt)}</small>}
            <State state={state} />
          </li>
        ))}
        {symbols.map(({ name, path, state }) => (
          <li key={`${name} ${path}`} className={`line ${styles.tie}`}>
            <span className="mono" title={path ?? undefined}>
              {name}
            </span>
            <State state={state} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const TONES = { fresh: 'good', stale: 'warn', gone: 'bad' } as const;

function State({ state }: { state: 'fresh' | 'stale' | 'gone' | null }) {
  return state && <small data-tone={TONES[state]}>{nounWords[`state.${state}`]}</small>;
}

interface EvidenceListProps {
  evidence: Output<'portrait'>['evidence'];
}

/** Why it is believed: what was said or done, and the way to the session it happened in. */
export function EvidenceList({ evidence }: EvidenceListProps) {
  return (
    <Section title="Evidence">
      {evidence.length === 0 && <p className="quiet">No log passage is recorded for it.</p>}
      <ul className="stack">
        {alike(evidence).map(({ n, latest: { proof, quote, at, places } }) => (
          <li key={`${proof} ${quote}`}>
            {quote && <blockquote dir="auto">{quote}</blockquote>}
            <span className="facts">
              <span>{proof.replaceAll('_', ' ')}</span>
              <span title={moment(at)}>{`${times(n)}, ${n > 1 ? 'last ' : ''}${ago(at)}`}</span>
              {places[0] && (
                <>
                  <span>{places[0].client}</span>
                  <Link href={placeOf(places[0].event)}>Open the session</Link>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Proof = EvidenceListProps['evidence'][number];

/** The same proof as one: how often it was seen, and the latest of it. */
const alike = (evidence: readonly Proof[]): { n: number; latest: Proof }[] =>
  [...Map.groupBy(evidence, ({ proof, quote }) => `${proof} ${quote}`).values()]
    .map((some) => ({ n: some.length, latest: some.toSorted((a, b) => b.at - a.at)[0]! }))
    .sort((a, b) => b.latest.at - a.latest.at);

/** What happened to it, the latest first, and by which signals it was learned. */
export function History({ portrait: { steps, drafts } }: { portrait: Output<'portrait'> }) {
  return (
    <>
      {drafts.length > 0 && (
        <Section title="How it was learned">
          <ul className="stack">
            {drafts.map(({ id, signal, sessions, at, reason }) => (
              <li key={id} className="facts">
                <span>
                  {`${signal.replaceAll('_', ' ')}, in ${sessions === 1 ? 'one session' : `${number(sessions)} sessions`}`}
                </span>
                {reason && <span>{reason}</span>}
                <span title={moment(at)}>{ago(at)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {steps.length > 0 && (
        <Section title="History">
          <ol className={styles.steps}>
            {[...steps].reverse().map(({ at, did, why, before, confidence }) => (
              <li key={`${at} ${did} ${why}`}>
                <b>{did}</b>{' '}
                {confidence !== null && <span className="number quiet">{percent(confidence)}</span>}
                <small title={moment(at)}>{ago(at)}</small>
                {why && <p>{why}</p>}
                {before && <del dir="auto">{before}</del>}
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  );
}

const MAX_SHOWN = 5;

const OUTCOMES = {
  came: 'failed',
  'came again': 'failed again',
  'not again': 'did not fail again',
  'did not come': 'failure avoided',
} as const;

/** When it was told to an agent, and what then happened. */
export function Effect({ portrait }: { portrait: Output<'portrait'> }) {
  const { deliveries, deliveriesTotal, outcomes, outcomesTotal, tally } = portrait;
  const more = (total: number, shown: number) =>
    total > shown && <small>{counted(total - shown, 'more', 'more')}</small>;
  return (
    <Section
      title="Deliveries and outcomes"
      side={deliveriesTotal > 0 && `Delivered ${times(deliveriesTotal)}`}
    >
      {deliveriesTotal + outcomesTotal === 0 ? (
        <p className="quiet">Not delivered to an agent yet.</p>
      ) : (
        <p className="quiet">
          {[
            `It applied to ${counted(tally.opportunities, 'task', 'tasks')}`,
            deliveriesTotal === 0 && 'not delivered in any of them yet',
            tally.uses > 0 && counted(tally.uses, 'use', 'uses'),
            tally.hits > 0 && counted(tally.hits, 'failure avoided', 'failures avoided'),
            tally.misses > 0 && `${number(tally.misses)} that came all the same`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <ul className="stack">
        {outcomes.slice(0, MAX_SHOWN).map(({ episode, task, at, used, failure, why }) => (
          <li key={episode} className={styles.outcome}>
            <span data-tone={failure?.startsWith('came') ? 'bad' : used ? 'good' : 'off'}>
              {failure
                ? OUTCOMES[failure]
                : used
                  ? 'used'
                  : deliveriesTotal === 0
                    ? 'not delivered'
                    : 'not used'}
            </span>
            <span title={why}>{task ?? why}</span>
            <small title={moment(at)}>{ago(at)}</small>
          </li>
        ))}
        {more(outcomesTotal, Math.min(MAX_SHOWN, outcomes.length))}
        {deliveries.slice(0, MAX_SHOWN).map(({ id, at, client, point, about, shown }) => (
          <li key={id} className={styles.outcome}>
            <span data-tone="off">{shown ? `${client}, ${point}` : 'withheld (control group)'}</span>
            <span>{about}</span>
            <small title={moment(at)}>{ago(at)}</small>
          </li>
        ))}
        {more(deliveriesTotal, Math.min(MAX_SHOWN, deliveries.length))}
      </ul>
    </Section>
  );
}

/** What it replaced and was replaced by, what it hangs together with, and what was learned beside it. */
export function Relations({ portrait }: { portrait: Output<'portrait'> }) {
  const { was, replacedBy, relations, siblings } = portrait;
  const others = relations.filter(({ kind }) => kind !== 'supersedes');
  return (
    <>
      {replacedBy && (
        <Section title="Replaced by" side={ago(replacedBy.at)}>
          <Other id={replacedBy.id} text={replacedBy.text} note={replacedBy.because} />
        </Section>
      )}
      {was.length > 0 && (
        <Section title="Previous text">
          {was.map(({ id, text, at, because }) => (
            <Other key={`${id} ${at}`} id={id} text={text} note={because ?? ago(at)} struck />
          ))}
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Relations">
          {others.map(({ kind, way, to, memory }) => (
            <Other
              key={`${kind} ${way} ${to}`}
              id={memory?.id}
              text={memory?.text ?? to}
              note={RELATIONS[kind][way]}
            />
          ))}
        </Section>
      )}
      {siblings.length > 0 && (
        <Section title="From the same session">
          <div className="stack">
            {siblings.map(({ id, text, type }) => (
              <div key={id} className="pair">
                <TypePill type={type} />
                <MemoryLink id={id} text={text} />
              </div>
            ))}
          </div>
        </Section>
      )}
    </>
  );
}

/** What a relation is called at the memory it goes out from, and at the one it leads to. */
const RELATIONS = {
  supersedes: { out: 'replaces', in: 'replaced by' },
  conflicts: { out: 'contradicts', in: 'contradicted by' },
  derived_from: { out: 'derived from', in: 'source of' },
  required_with: { out: 'needed with', in: 'needed with' },
  validates: { out: 'confirms', in: 'confirmed by' },
} as const;

interface OtherProps {
  id: string | undefined;
  text: string;
  note: string | null;
  struck?: boolean;
}

const Other = ({ id, text, note, struck = false }: OtherProps) => (
  <div className={styles.other} data-struck={struck || undefined}>
    {note && <small>{note}</small>}
    {id ? <MemoryLink id={id} text={text} /> : <span className="mono">{text}</span>}
  </div>
);
