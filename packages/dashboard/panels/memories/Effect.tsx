import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Section } from '../../parts/Page.tsx';
import { counted } from '../../words/say.ts';
import { ago, moment, number, times } from '../../words/times.ts';
import styles from './detail.module.css';

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
