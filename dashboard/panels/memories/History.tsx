import type { Output } from '../../../src/protocol/verbs.ts';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './detail.module.css';
import { Section } from './Section.tsx';
import { memoriesWords } from './words.ts';

/** What happened to it, the latest first, and by which signals it was learned. */
export function History({ portrait: { steps, drafts } }: { portrait: Output<'portrait'> }) {
  const say = useWords(memoriesWords);
  const told = useMessage();
  const { ago, moment, percent } = useFormats();
  return (
    <>
      {drafts.length > 0 && (
        <Section title={say('detail.drafts')}>
          <ul className={styles.list}>
            {drafts.map(({ id, signal, sessions, at, reason }) => (
              <li key={id} className={styles.line}>
                <span>{say('detail.draft', { signal: signal.replaceAll('_', ' '), n: sessions })}</span>
                {reason && <span>{told(reason)}</span>}
                <span title={moment(at)}>{ago(at)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {steps.length > 0 && (
        <Section title={say('detail.history')}>
          <ol className={styles.steps}>
            {[...steps].reverse().map(({ at, did, why, before, confidence }) => (
              <li key={`${at} ${did.text} ${why.text}`}>
                <b>{told(did)}</b>{' '}
                {confidence !== null && <span className="number quiet">{percent(confidence)}</span>}
                <small title={moment(at)}>{ago(at)}</small>
                {why.text && <p>{told(why)}</p>}
                {before && <del>{before}</del>}
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  );
}
