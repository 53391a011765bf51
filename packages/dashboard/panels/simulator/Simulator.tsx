import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useVerb } from '../../calls/verb.ts';
import { Keys } from '../../parts/Keys.tsx';
import { Card, Page } from '../../parts/Page.tsx';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { Delivered } from './Delivered.tsx';
import { momentOf, type SimulatedStep, STEPS } from './moment.ts';
import styles from './simulator.module.css';
import { simulatorWords } from './words.ts';

interface Trial {
  step: SimulatedStep;
  text: string;
  at: number;
}

/** What an agent would be told now, and why; nothing is recorded. */
export default function Simulator() {
  const [step, setStep] = useState<SimulatedStep>('prompt');
  const [text, setText] = useState('');
  const [trial, setTrial] = useState<Trial>();
  const mayTry = step === 'start' || text.trim() !== '';
  const attempt = () => mayTry && setTrial({ step, text: text.trim(), at: Date.now() });
  return (
    <Page title="Simulator">
      <Card>
        <p className="quiet">Shows what an agent would receive now, and why. Nothing is recorded.</p>
        <fieldset className={styles.steps} aria-label="What the agent does">
          {STEPS.map((name) => (
            <Button
              key={name}
              size="compact-sm"
              variant={name === step ? 'light' : 'default'}
              aria-pressed={name === step}
              onClick={() => setStep(name)}
            >
              {simulatorWords[`step.${name}`]}
            </Button>
          ))}
        </fieldset>
        {step !== 'start' && (
          <Textarea
            mt="sm"
            autosize
            minRows={step === 'prompt' ? 3 : 1}
            maxRows={12}
            label={simulatorWords[`text.${step}`]}
            placeholder={simulatorWords[`example.${step}`]}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) attempt();
            }}
          />
        )}
        <Button mt="sm" disabled={!mayTry} onClick={attempt} rightSection={<Keys keys="mod+enter" />}>
          Show what it receives
        </Button>
      </Card>
      {trial && <Result key={trial.at} trial={trial} />}
    </Page>
  );
}

function Result({ trial: { step, text, at } }: { trial: Trial }) {
  const { data, error, refetch } = useVerb('deliver', {
    client: 'claude-code',
    // A session of its own each time: what another one was told is not told again.
    session: `simulation ${at}`,
    moment: momentOf(step, text),
    record: false,
  });
  return (
    <div aria-live="polite">
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      {!data && !error && <Loading />}
      {data && <Delivered delivery={data} question={text} />}
    </div>
  );
}
