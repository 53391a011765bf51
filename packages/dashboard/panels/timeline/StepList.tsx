import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useEffect, useRef } from 'react';
import { useShortPaths } from '../../app/projects.tsx';
import { counted } from '../../words/say.ts';
import { clock } from '../../words/times.ts';
import type { ReplayStep } from './StepView.tsx';
import styles from './timeline.module.css';
import { timelineWords } from './words.ts';

interface StepListProps {
  steps: readonly ReplayStep[];
  index: number;
  total: number;
  /** The first digits of the id of the step that an answer cites. */
  cited: string | undefined;
  deliveries: Output<'replaySession'>['deliveries'];
  onGo: (index: number) => void;
}

/** The steps of a page, a line each; the arrows go through them. */
export function StepList({ steps, index, total, cited, deliveries, onGo }: StepListProps) {
  const short = useShortPaths();
  const list = useRef<HTMLDivElement>(null);
  const shown = steps.some((step) => step.index === index);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other lines
  useEffect(() => {
    const selected = list.current?.querySelector('[aria-selected="true"]');
    // What stands around a cited step is wanted as well.
    selected?.scrollIntoView({ block: selected.hasAttribute('data-cited') ? 'center' : 'nearest' });
  }, [index, steps]);
  const toldAt = new Set(deliveries.map((one) => one.index));
  return (
    <div
      ref={list}
      role="listbox"
      aria-label="Steps"
      aria-activedescendant={shown ? `step-${index}` : undefined}
      tabIndex={0}
      className={styles.stepList}
    >
      {steps.filter(isShown).map((step) => (
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
          data-cited={isCited(step, cited) || undefined}
          onClick={() => onGo(step.index)}
        >
          <time className="number">{clock(step.event.at)}</time>
          <b className="cut">{step.event.tool ?? timelineWords[`kind.${step.event.kind}`]}</b>
          <span dir="auto" className="cut">
            {short(firstLine(step))}
          </span>
          {isCited(step, cited) && <small data-badge="warn">cited</small>}
          {toldAt.has(step.index) && <small data-badge="info">delivered</small>}
          {step.learned.length > 0 && (
            <small data-badge="good">{counted(step.learned.length, 'learned', 'learned')}</small>
          )}
        </div>
      ))}
    </div>
  );
}

/** Clients write notices that say nothing; they are passed over. */
export const isShown = ({ event: { kind, text } }: ReplayStep): boolean =>
  kind !== 'notice' || text.trim() !== '';

/** Whether a step is the one that an answer cites. */
export const isCited = ({ event }: ReplayStep, cited: string | undefined): boolean =>
  cited !== undefined && event.id.startsWith(cited);

const firstLine = ({ event: { command, files, text, kind } }: ReplayStep): string =>
  (kind === 'call' ? (command ?? files[0]?.path) : undefined) ??
  text.trimStart().split('\n', 1)[0]!.slice(0, 160);
