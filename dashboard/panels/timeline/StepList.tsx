import { useEffect, useRef } from 'react';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import type { ReplayStep } from './StepView.tsx';
import styles from './timeline.module.css';
import { timelineWords } from './words.ts';

interface StepListProps {
  steps: readonly ReplayStep[];
  index: number;
  total: number;
  deliveries: Output<'replaySession'>['deliveries'];
  onGo: (index: number) => void;
}

/** The steps of a page, a line each; the arrows go through them. */
export function StepList({ steps, index, total, deliveries, onGo }: StepListProps) {
  const say = useWords(timelineWords);
  const { clock } = useFormats();
  const list = useRef<HTMLDivElement>(null);
  const shown = steps.some((step) => step.index === index);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other lines
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [index, steps]);
  const toldAt = new Set(deliveries.map((one) => one.index));
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={say('steps.label')}
      aria-activedescendant={shown ? `step-${index}` : undefined}
      tabIndex={0}
      className={styles.stepList}
    >
      {steps.map((step) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the panel itself hears the keys
        <div
          key={step.event.id}
          id={`step-${step.index}`}
          role="option"
          tabIndex={-1}
          aria-selected={step.index === index}
          aria-setsize={total}
          aria-posinset={step.index + 1}
          data-kind={step.event.kind}
          data-outcome={step.event.outcome ?? undefined}
          onClick={() => onGo(step.index)}
        >
          <time>{clock(step.event.at)}</time>
          <b>{step.event.tool ?? say(`kind.${step.event.kind}`)}</b>
          <span>{firstLine(step)}</span>
          {toldAt.has(step.index) && <small data-mark="told">{say('mark.told')}</small>}
          {step.learnt.length > 0 && (
            <small data-mark="learnt">{say('mark.learnt', { n: step.learnt.length })}</small>
          )}
        </div>
      ))}
    </div>
  );
}

const firstLine = ({ event: { command, files, text, kind } }: ReplayStep): string =>
  (kind === 'call' ? (command ?? files[0]?.path) : undefined) ??
  text.trimStart().split('\n', 1)[0]!.slice(0, 160);
