import { lazy, Suspense } from 'react';
import type { Output } from '../../../src/protocol/verbs.ts';
import { fromDaemon } from '../../parts/soon.tsx';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './detail.module.css';
import { Section } from './Section.tsx';
import { memoriesWords } from './words.ts';

const ConfidenceChart = lazy(() => fromDaemon(() => import('./ConfidenceChart.tsx')));

/** How sure it was, and is by now. */
export function ConfidenceLine({ portrait: { memory, confidence } }: { portrait: Output<'portrait'> }) {
  const say = useWords(memoriesWords);
  const { percent } = useFormats();
  const facts = { now: percent(memory.confidenceNow), kept: percent(memory.confidence) };
  return (
    <Section title={say('detail.confidence')} side={say('detail.confidenceNow', facts)}>
      {confidence.length > 1 && (
        <div className={styles.chart} aria-hidden="true">
          <Suspense fallback={null}>
            <ConfidenceChart confidence={confidence} />
          </Suspense>
        </div>
      )}
    </Section>
  );
}
