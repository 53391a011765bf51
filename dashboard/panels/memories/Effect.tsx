import type { Output } from '../../../src/protocol/verbs.ts';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './detail.module.css';
import { Section } from './Section.tsx';
import { memoriesWords } from './words.ts';

const MAX_SHOWN = 5;

/** When it was told to an agent, and what then happened. */
export function Effect({ portrait }: { portrait: Output<'portrait'> }) {
  const { deliveries, deliveriesTotal, outcomes, outcomesTotal, tally } = portrait;
  const say = useWords(memoriesWords);
  const told = useMessage();
  const { ago, moment } = useFormats();
  const more = (total: number, shown: number) =>
    total > shown && <small className="quiet">{say('detail.more', { n: total - shown })}</small>;
  return (
    <Section
      title={say('detail.effect')}
      side={deliveriesTotal > 0 ? say('detail.told', { n: deliveriesTotal }) : undefined}
    >
      {deliveriesTotal + outcomesTotal === 0 ? (
        <p className="quiet">{say('detail.notTold')}</p>
      ) : (
        <p className="quiet">{say('detail.tally', tally)}</p>
      )}
      <ul className={styles.list}>
        {outcomes.slice(0, MAX_SHOWN).map(({ episode, task, at, used, failure, why }) => (
          <li key={episode} className={styles.outcome}>
            <span data-tone={failure?.startsWith('came') ? 'bad' : used ? 'good' : 'off'}>
              {failure ? say(`outcome.${failure}`) : say(used ? 'outcome.used' : 'outcome.unused')}
            </span>
            <span title={told(why)}>{task ?? told(why)}</span>
            <small title={moment(at)}>{ago(at)}</small>
          </li>
        ))}
        {more(outcomesTotal, Math.min(MAX_SHOWN, outcomes.length))}
        {deliveries.slice(0, MAX_SHOWN).map(({ id, at, client, point, about, shown }) => (
          <li key={id} className={styles.outcome}>
            <span data-tone="off">
              {shown ? say('detail.point', { client, point }) : say('detail.hidden')}
            </span>
            <span>{about}</span>
            <small title={moment(at)}>{ago(at)}</small>
          </li>
        ))}
        {more(deliveriesTotal, Math.min(MAX_SHOWN, deliveries.length))}
      </ul>
    </Section>
  );
}
