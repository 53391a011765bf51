import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

const tip = {
  padding: '4px 8px',
  border: '1px solid var(--line-strong)',
  borderRadius: 7,
  background: 'var(--raised)',
  fontSize: 12,
};
const tick = { fill: 'var(--ink-3)', fontSize: 11 };

/** Each has a scale of its own: a hundred memories would else make three failures invisible. */
const LINES = [
  { name: 'sessions', colour: 'var(--ink-3)' },
  { name: 'learnt', colour: 'var(--accent-fill)' },
  { name: 'told', colour: 'var(--info-fill)' },
  { name: 'failures', colour: 'var(--bad-fill)' },
] as const;

/** What happened day by day, a line of bars for each kind, all over the same days. */
export default function ActivityChart({ activity }: { activity: Output<'overview'>['activity'] }) {
  const say = useWords(homeWords);
  const { day, number } = useFormats();
  return LINES.map(({ name, colour }, i) => {
    const last = i === LINES.length - 1;
    const total = activity.reduce((sum, one) => sum + one[name], 0);
    return (
      <div key={name} className={styles.bars} data-last={last || undefined}>
        <span>
          {say(`activity.${name}`)}
          <b>{number(total)}</b>
        </span>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={activity}
            syncId="activity"
            accessibilityLayer={false}
            margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
            barCategoryGap="22%"
          >
            <XAxis
              dataKey="day"
              hide={!last}
              tickFormatter={day}
              tick={tick}
              tickLine={false}
              axisLine={{ stroke: 'var(--line-strong)' }}
              minTickGap={40}
              height={20}
            />
            <YAxis hide domain={[0, (most: number) => Math.max(most, 1)]} />
            <Tooltip
              cursor={{ fill: 'var(--sunken)' }}
              contentStyle={tip}
              itemStyle={{ color: 'var(--ink)', padding: 0 }}
              labelFormatter={(at) => day(String(at))}
              isAnimationActive={false}
            />
            <Bar
              name={say(`activity.${name}`)}
              dataKey={name}
              fill={colour}
              radius={[2, 2, 0, 0]}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
    );
  });
}
