import { Area, AreaChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useMessage } from '../../words/message.ts';
import { useFormats } from '../../words/times.ts';
import styles from './detail.module.css';

const tick = { fill: 'var(--ink-3)', fontSize: 11 };

/** Confidence over time, with what changed it. */
export default function ConfidenceChart({ confidence }: { confidence: Output<'portrait'>['confidence'] }) {
  const { day, moment, percent } = useFormats();
  const told = useMessage();
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart
        accessibilityLayer={false}
        data={confidence}
        margin={{ top: 6, right: 6, bottom: 0, left: -14 }}
      >
        <XAxis
          dataKey="at"
          type="number"
          scale="time"
          domain={['dataMin', 'dataMax']}
          tickFormatter={day}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          minTickGap={50}
        />
        <YAxis
          domain={[0, 1]}
          ticks={[0, 0.5, 1]}
          tickFormatter={percent}
          tick={tick}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          content={({ active, payload }) => {
            const point = active
              ? (payload?.[0]?.payload as (typeof confidence)[number] | undefined)
              : undefined;
            return point ? (
              <div className={styles.tip}>
                <b>{percent(point.value)}</b> {moment(point.at)}
                <br />
                {told(point.because)}
              </div>
            ) : null;
          }}
        />
        <Area
          dataKey="value"
          type="monotone"
          stroke="var(--accent-fill)"
          strokeWidth={1.5}
          fill="var(--accent-soft)"
          dot={{ r: 2.5, fill: 'var(--accent-fill)', strokeWidth: 0, fillOpacity: 1 }}
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}
