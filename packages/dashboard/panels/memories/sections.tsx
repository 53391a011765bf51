import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { placeOf } from '../../parts/place-of.ts';
import { nounWords } from '../../words/nouns.ts';
import { ago, moment, number, percent } from '../../words/times.ts';
import styles from './detail.module.css';

/** A part of a memory's portrait. */
export const Section = ({
  title,
  side,
  children,
}: {
  title: string;
  side?: ReactNode;
  children: ReactNode;
}) => (
  <section className={styles.section}>
    <h3>
      {title} {side && <span>{side}</span>}
    </h3>
    {children}
  </section>
);

/** The files and symbols it is about, and whether they are still what they were. */
export function CodeTies({ portrait: { files, symbols } }: { portrait: Output<'portrait'> }) {
  if (files.length + symbols.length === 0) return null;
  return (
    <Section title="Files and symbols">
      <ul className={styles.list}>
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

function State({ state }: { state: 'fresh' | 'stale' | 'gone' | null }) {
  return state && <span data-state={state}>{nounWords[`state.${state}`]}</span>;
}

interface EvidenceListProps {
  evidence: Output<'portrait'>['evidence'];
}

/** Why it is believed: what was said or done, and the way to the session it happened in. */
export function EvidenceList({ evidence }: EvidenceListProps) {
  return (
    <Section title="Evidence">
      {evidence.length === 0 && <p className="quiet">No log passage is recorded for it.</p>}
      <ul className={styles.list}>
        {alike(evidence).map(({ n, latest: { proof, quote, at, places } }) => (
          <li key={`${proof} ${quote}`} className={styles.evidence}>
            {quote && <blockquote dir="auto">{quote}</blockquote>}
            <span className="facts">
              <span>{proof.replaceAll('_', ' ')}</span>
              <span title={moment(at)}>
                {n === 1 ? `once, ${ago(at)}` : `${number(n)} times, last ${ago(at)}`}
              </span>
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
          <ul className={styles.list}>
            {drafts.map(({ id, signal, sessions, at, reason }) => (
              <li key={id} className="facts">
                <span>
                  {sessions === 1
                    ? `${signal.replaceAll('_', ' ')}, in one session`
                    : `${signal.replaceAll('_', ' ')}, in ${number(sessions)} sessions`}
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
