import { Progress } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useVerb } from '../../calls/verb.ts';
import { Answered, Card, Table } from '../../parts/page.tsx';
import { counted, number } from '../../words/say.ts';
import { Fields } from './Fields.tsx';

/** Whether a language model may be asked, what it costs, and what it is told. */
export function LlmPart() {
  const answer = useVerb('spending', {});
  const { data } = answer;
  return (
    <>
      <Card title="Spending" side={data && (data.allowed ? 'a model is configured' : 'no model configured')}>
        <Answered of={answer} lines={2}>
          {(spending) => <Spent spending={spending} />}
        </Answered>
      </Card>
      <Card title="Model and features">
        <Fields of={['llm']} />
      </Card>
    </>
  );
}

const dollars = (cost: number) => `$${number(Math.round(cost * 100) / 100)}`;

function Spent({ spending: { cap, today, month, prompts } }: { spending: Output<'spending'> }) {
  return (
    <>
      <div className="halves">
        <Meter label="Tokens" value={today.input + today.output} of={cap.tokens} say={number} />
        <Meter label="Cost" value={today.cost} of={cap.cost} say={dollars} />
      </div>
      <p className="quiet">
        {`In thirty days: ${counted(month.calls, 'call')}, ${number(month.input + month.output)} tokens, ${dollars(month.cost)}.`}
      </p>
      {month.by.length > 0 && (
        <Table
          label="Spending by purpose"
          head={['Purpose', 'Model', 'Calls', 'Tokens', 'Cost']}
          rows={month.by.map(({ model, purpose, calls, input, output, cost }) => ({
            key: `${model} ${purpose}`,
            cells: [purpose, model, number(calls), number(input + output), dollars(cost)],
          }))}
        />
      )}
      <details>
        <summary>View prompts</summary>
        {prompts.map(({ name, version, system }) => (
          <div key={name}>
            <b>
              {name} · {version}
            </b>
            <p className="pre quiet">{system}</p>
          </div>
        ))}
      </details>
    </>
  );
}

interface MeterProps {
  label: string;
  value: number;
  of: number;
  say: (value: number) => string;
}

/** How much of what may be spent today is spent. */
function Meter({ label, value, of, say }: MeterProps) {
  const share = of > 0 ? Math.min(1, value / of) : value > 0 ? 1 : 0;
  const color = share >= 1 ? 'red' : share > 0.8 ? 'yellow' : 'russet';
  return (
    <div className="stack fine">
      <span>{label}</span>
      <Progress aria-label={label} value={share * 100} color={color} />
      <small className="number">{`${say(value)} of ${say(of)} today`}</small>
    </div>
  );
}
