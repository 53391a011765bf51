import { Button, Slider } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../../keys/keys.ts';
import { PlainButton } from '../../parts/buttons.ts';
import { number } from '../../words/times.ts';
import { isShown } from './StepList.tsx';
import type { ReplayStep } from './StepView.tsx';

interface PlayerProps {
  total: number;
  index: number;
  /** Of the page at hand. */
  steps: readonly ReplayStep[];
  /** What memory said to the session, and before which steps. */
  deliveries: Output<'replaySession'>['deliveries'];
  page: number;
  onGo: (index: number) => void;
}

/** How long each step stays while it plays. */
const STEP_MS = 1400;

/** Goes through the steps: one by one, to the next failure, or by itself. */
export function Player({ total, index, steps, deliveries, page, onGo }: PlayerProps) {
  const [playing, setPlaying] = useState(false);
  const latest = useRef({ index, total, onGo });
  latest.current = { index, total, onGo };
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const now = latest.current;
      if (now.index >= now.total - 1) setPlaying(false);
      else now.onGo(now.index + 1);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [playing]);
  /** The next step in a direction that says something; beyond the page at hand, the next one. */
  const beside = (by: 1 | -1, from = index): number => {
    let next = from + by;
    for (let step = stepAt(steps, next); step && !isShown(step); step = stepAt(steps, next)) next += by;
    return next;
  };
  const spoken = () => {
    const next = deliveries.find((one) => one.index > index);
    if (next) onGo(next.index);
  };
  const failure = () => {
    const next = steps.find((step) => step.index > index && step.event.outcome === 'failed');
    onGo(next ? next.index : (Math.floor(index / page) + 1) * page);
  };
  const play = () => setPlaying((was) => !was && index < total - 1);
  const group = 'Timeline';
  useKeys([
    { keys: 'arrowright', does: 'Next step', group, run: () => onGo(beside(1)) },
    { keys: 'arrowleft', does: 'Previous step', group, run: () => onGo(beside(-1)) },
    { keys: 'arrowdown', run: () => onGo(beside(1)) },
    { keys: 'arrowup', run: () => onGo(beside(-1)) },
    { keys: 'j', run: () => onGo(beside(1)) },
    { keys: 'k', run: () => onGo(beside(-1)) },
    { keys: 'home', run: () => onGo(0) },
    { keys: 'end', run: () => onGo(beside(-1, total)) },
    { keys: 'f', does: 'Next failure, or the next page', group, run: failure },
    { keys: 'm', does: 'Next delivered memory', group, run: spoken },
    { keys: 'p', does: 'Play or pause', group, run: play },
  ]);
  return (
    <div className="row fine" style={{ flex: '1 1 22rem' }}>
      <Button.Group>
        <PlainButton disabled={index === 0} onClick={() => onGo(beside(-1))}>
          ← Previous
        </PlainButton>
        <PlainButton disabled={index >= total - 1} onClick={() => onGo(beside(1))}>
          Next →
        </PlainButton>
      </Button.Group>
      <PlainButton aria-pressed={playing} onClick={play}>
        {playing ? 'Pause' : 'Play'}
      </PlainButton>
      <Slider
        flex={1}
        miw="8rem"
        maw="26rem"
        size="xs"
        min={0}
        max={Math.max(1, total - 1)}
        value={index}
        label={null}
        thumbLabel={`Step ${number(index + 1)} of ${number(total)}`}
        onChange={onGo}
      />
      <span className="quiet number">{`Step ${number(index + 1)} of ${number(total)}`}</span>
    </div>
  );
}

const stepAt = (steps: readonly ReplayStep[], index: number): ReplayStep | undefined =>
  steps.find((step) => step.index === index);
