import { SegmentedControl } from '@mantine/core';
import { Suspense } from 'react';
import type { Output } from '../../../src/protocol/verbs.ts';
import { Card } from '../../parts/Page.tsx';
import { ShowSoon, soon } from '../../parts/soon.tsx';
import { useWords } from '../../words/say.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

const chart = soon(() => import('./ActivityChart.tsx'));
// While the figures are still on their way.
chart.load().catch(() => {});

interface ActivityProps {
  activity: Output<'overview'>['activity'];
  days: number;
  onDays: (days: number) => void;
}

/** What happened day by day: in words for who cannot see it, and drawn. */
export function Activity({ activity, days, onDays }: ActivityProps) {
  const say = useWords(homeWords);
  const sum = (of: 'sessions' | 'learnt' | 'told' | 'failures') =>
    activity.reduce((total, day) => total + day[of], 0);
  const range = (
    <SegmentedControl
      size="xs"
      aria-label={say('activity.range')}
      value={String(days)}
      onChange={(value) => onDays(Number(value))}
      data={[7, 30, 90].map((n) => ({ value: String(n), label: say('activity.days', { n }) }))}
    />
  );
  const facts = {
    days: activity.length,
    sessions: sum('sessions'),
    learnt: sum('learnt'),
    told: sum('told'),
    failures: sum('failures'),
  };
  return (
    <Card title={say('activity.title')} side={range}>
      <p className="unseen">{say('activity.summary', facts)}</p>
      <div className={styles.chart} aria-hidden="true">
        <Suspense fallback={null}>
          <ShowSoon part={chart} props={{ activity }} />
        </Suspense>
      </div>
    </Card>
  );
}
