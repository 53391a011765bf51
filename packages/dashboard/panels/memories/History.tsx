import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { ago, moment, number, percent } from '../../words/times.ts';
import styles from './detail.module.css';
import { Section } from './Section.tsx';

/** What happened to it, the latest first, and by which signals it was learned. */
export function History({ portrait: { steps, drafts } }: { portrait: Output<'portrait'> }) {
  return (
    <>
      {drafts.length > 0 && (
        <Section title="How it was learned">
          <ul className={styles.list}>
            {drafts.map(({ id, signal, sessions, at, reason }) => (
              <li key={id} className={styles.line}>
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
