import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useVerb } from '../../calls/verb.ts';
import { Card } from '../../parts/Page.tsx';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import { number } from '../../words/times.ts';
import { Fields } from './Fields.tsx';
import { Meter } from './Meter.tsx';
import styles from './settings.module.css';

/** Whether a language model may be asked, what it costs, and what it is told. */
export function LlmPart() {
  const { data, error, isPending, refetch } = useVerb('spending', {});
  return (
    <>
      <Card title="Spending" side={data && (data.allowed ? 'a model is configured' : 'no model configured')}>
        {isPending && <Loading lines={2} />}
        {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
        {data && <Spent spending={data} />}
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
              <th scope="col">Purpose</th>
              <th scope="col">Model</th>
              <th scope="col">Calls</th>
              <th scope="col">Tokens</th>
              <th scope="col">Cost</th>
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
      <details className={styles.more}>
        <summary>View prompts</summary>
        {prompts.map(({ name, version, system }) => (
          <div key={name}>
            <b>
              {name} · {version}
            </b>
            <p className={styles.prompt}>{system}</p>
          </div>
        ))}
      </details>
    </>
  );
}
