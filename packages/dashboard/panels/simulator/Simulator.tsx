import { Button, Textarea } from '@mantine/core';
import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { useVerb } from '../../calls/verb.ts';
import { Keys } from '../../parts/controls.tsx';
import { Memories } from '../../parts/memory.tsx';
import { Answered, Card, Page } from '../../parts/page.tsx';
import { counted } from '../../words/say.ts';

const MAX_LEFT = 20;

interface SimulatedStep {
  name: string;
  /** What is typed for it, where something is, and an example. */
  field?: string;
  example?: string;
  moment(text: string): Input<'deliver'>['moment'];
}

/** The steps of an agent that can be tried, and the moment of a session that each stands for. */
const STEPS: readonly SimulatedStep[] = [
  {
    name: 'Prompt',
    field: 'The prompt',
    example: 'Add a discount to the cart',
    moment: (text) => ({ point: 'prompt', text }),
  },
  {
    name: 'Runs a command',
    field: 'The command',
    example: 'npm test',
    moment: (command) => ({ point: 'before', tool: 'run', command }),
  },
  {
    name: 'A command failed',
    field: 'The command that failed',
    example: 'npm test',
    moment: (command) => ({ point: 'after', tool: 'run', command, outcome: 'failed' }),
  },
  {
    name: 'Edits files',
    field: 'The files, one per line',
    example: 'src/cart/total.ts',
    moment: (text) => ({ point: 'before', tool: 'edit', files: text.split('\n').map((file) => file.trim()) }),
  },
  { name: 'Session starts', moment: () => ({ point: 'session start' }) },
];

interface Trial {
  step: SimulatedStep;
  text: string;
  at: number;
}

export default function Simulator() {
  const [step, setStep] = useState(STEPS[0]!);
  const [text, setText] = useState('');
  const [trial, setTrial] = useState<Trial>();
  const mayTry = !step.field || text.trim() !== '';
  const attempt = () => mayTry && setTrial({ step, text: text.trim(), at: Date.now() });
  return (
    <Page title="Simulator">
      <Card>
        <p className="quiet">Shows what an agent would receive now, and why. Nothing is recorded.</p>
        <fieldset className="row" aria-label="What the agent does">
          {STEPS.map((one) => (
            <Button
              key={one.name}
              size="compact-sm"
              variant={one === step ? 'light' : 'default'}
              aria-pressed={one === step}
              onClick={() => setStep(one)}
            >
              {one.name}
            </Button>
          ))}
        </fieldset>
        {step.field && (
          <Textarea
            mt="sm"
            autosize
            minRows={step === STEPS[0] ? 3 : 1}
            maxRows={12}
            label={step.field}
            placeholder={step.example}
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

/** What would be delivered. */
function Result({ trial: { step, text: question, at } }: { trial: Trial }) {
  const answer = useVerb('deliver', {
    client: 'claude-code',
    // A session of its own each time: what another one was told is not told again.
    session: `simulation ${at}`,
    moment: step.moment(question),
    record: false,
  });
  return (
    <div aria-live="polite">
      <Answered of={answer}>
        {(delivery) => {
          const { text, withheld, tokens, why, reasons, texts, left } = delivery;
          // Whether a session belongs to the control group is chance; here one wants to see what there is to tell.
          const shown = text || withheld || '';
          const known = (all: readonly (readonly [id: string, because: string])[]) =>
            all.flatMap(([id, because]) =>
              texts[id] === undefined ? [] : [{ id, text: texts[id], because }],
            );
          const told = known(Object.entries(reasons));
          const others = known(left.slice(0, MAX_LEFT).map(({ memory, because }) => [memory, because]));
          return (
            <Card title="The agent receives" side={shown && counted(tokens, 'token')}>
              {shown ? (
                <pre className="code pre" dir="auto">
                  {shown}
                </pre>
              ) : (
                <p>Nothing: {why[0] ?? 'Squirrel stays silent at this step'}.</p>
              )}
              {told.length > 0 && (
                <>
                  <h3>Why</h3>
                  <Memories of={told} question={question} />
                </>
              )}
              {left.length > 0 && (
                <details>
                  <summary>{counted(left.length, 'memory left out')}</summary>
                  <Memories of={others} question={question} />
                </details>
              )}
            </Card>
          );
        }}
      </Answered>
    </div>
  );
}
