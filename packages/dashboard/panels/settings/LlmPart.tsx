import { Progress } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useVerb } from '../../calls/verb.ts';
import { Card } from '../../parts/Page.tsx';
import { Answered } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import { number } from '../../words/times.ts';
import { Fields } from './Fields.tsx';
import styles from './settings.module.css';

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

function Spent({ spending: { cap, today, month, prompts } }: { spending: Output<'spending'> }) {
  const dollars = (cost: number) => `$${number(Math.round(cost * 100) / 100)}`;
  const tokens = today.input + today.output;
  return (
    <>
      <div className={styles.meters}>
        <Meter label="Tokens" value={tokens} of={cap.tokens} said={[number(tokens), number(cap.tokens)]} />
        <Meter
          label="Cost"
          value={today.cost}
          of={cap.cost}
          said={[dollars(today.cost), dollars(cap.cost)]}
        />
      </div>
      <p className="quiet">
        {`In thirty days: ${counted(month.calls, 'call', 'calls')}, ${number(month.input + month.output)} tokens, ${dollars(month.cost)}.`}
      </p>
      {month.by.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              {['Purpose', 'Model', 'Calls', 'Tokens', 'Cost'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {month.by.map(({ model, purpose, calls, input, output, cost }) => (
              <tr key={`${model} ${purpose}`}>
                <td>{purpose}</td>
                <td className="mono">{model}</td>
                <td>{number(calls)}</td>
                <td>{number(input + output)}</td>
                <td>{dollars(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
  /** Both, as they are written. */
  said: [value: string, of: string];
}

/** How much of what may be spent today is spent. */
function Meter({ label, value, of, said }: MeterProps) {
  const share = of > 0 ? Math.min(1, value / of) : value > 0 ? 1 : 0;
  const color = share >= 1 ? 'red' : share > 0.8 ? 'yellow' : 'russet';
  return (
    <div className="stack fine">
      <span>{label}</span>
      <Progress aria-label={label} value={share * 100} color={color} />
      <small className="number">{`${said[0]} of ${said[1]} today`}</small>
    </div>
  );
}
