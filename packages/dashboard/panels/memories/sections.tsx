import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { Section } from '../../parts/Page.tsx';
import { placeOf } from '../../parts/place-of.ts';
import { nounWords } from '../../words/nouns.ts';
import { ago, moment, number, percent, times } from '../../words/times.ts';
import styles from './detail.module.css';

/** The files and symbols it is about, and whether they are still what they were. */
export function CodeTies({ portrait: { files, symbols } }: { portrait: Output<'portrait'> }) {
  if (files.length + symbols.length === 0) return null;
  return (
    <Section title="Files and symbols">
      <ul className="stack">
        {files.map(({ path, changedAt, state }) => (
          <li key={path} className={styles.tie}>
            <Link href={`/memories?file=${encodeURIComponent(path)}`} className="mono">
              {path}
            </Link>
            {changedAt !== null && <small>{ago(changedAt)}</small>}
            <State state={state} />
          </li>
        ))}
        {symbols.map(({ name, path, state }) => (
          <li key={`${name} ${path}`} className={styles.tie}>
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
