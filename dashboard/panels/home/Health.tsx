import type { Output } from '../../../src/protocol/verbs.ts';
import { Card } from '../../parts/Page.tsx';
import { WithTooltip } from '../../parts/WithTooltip.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

type HealthScore = Output<'overview'>['health'];

/** The health of the memory in one number, and what it is made of. */
export function Health({ health: { score, parts } }: { health: HealthScore }) {
  const say = useWords(homeWords);
  const told = useMessage();
  const { percent } = useFormats();
  return (
    <Card title={say('health.title')} className={styles.health}>
      <Ring score={score} />
      {score === null && <p className="quiet">{say('health.none')}</p>}
      <ul className={styles.parts}>
        {parts.map(({ name, value, good, of, how }) => (
          <li key={name}>
            <WithTooltip text={told(how)}>
              <span>{say(`health.${name}`)}</span>
            </WithTooltip>
            <span className={styles.bar} aria-hidden="true">
              <i data-tone={toneOf(value)} style={{ width: `${(value ?? 0) * 100}%` }} />
            </span>
            <span className={styles.part} title={say('health.share', { good, of })}>
              {value === null ? say('health.unknown') : percent(value)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const SIZE = 132;
const RADIUS = 56;
/** Three quarters of a circle, open below. */
const LENGTH = 2 * Math.PI * RADIUS * 0.75;

function Ring({ score }: { score: number | null }) {
  const say = useWords(homeWords);
  const middle = SIZE / 2;
  const circle = { cx: middle, cy: middle, r: RADIUS, fill: 'none', strokeLinecap: 'round' as const };
  return (
    <div className={styles.ring}>
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <g transform={`rotate(135 ${middle} ${middle})`} strokeWidth={9}>
          <circle {...circle} stroke="var(--line)" strokeDasharray={`${LENGTH} 999`} />
          {score !== null && score > 0 && (
            <circle
              {...circle}
              data-tone={toneOf(score / 100)}
              className={styles.arc}
              strokeDasharray={`${(LENGTH * score) / 100} 999`}
            />
          )}
        </g>
      </svg>
      <div>
        <strong>{score === null ? '–' : Math.round(score)}</strong>
        <small>{say('health.of')}</small>
      </div>
    </div>
  );
}

const toneOf = (value: number | null): 'good' | 'warn' | 'bad' =>
  value === null || value >= 0.7 ? 'good' : value >= 0.4 ? 'warn' : 'bad';
