import type { Output } from '../../../src/protocol/verbs.ts';
import { useVerb } from '../../calls/verb.ts';
import { Loading } from '../../parts/Loading.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import { Fields } from './Fields.tsx';
import { Meter } from './Meter.tsx';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

/** Whether a language model may be asked, what it costs, and what it is told. */
export function LlmPart() {
  const say = useWords(settingsWords);
  const { data, error, isPending, refetch } = useVerb('spending', {});
  return (
    <>
      <Card title={say('llm.spending')} side={data && say(data.allowed ? 'llm.allowed' : 'llm.off')}>
        {isPending && <Loading lines={2} />}
        {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
        {data && <Spent spending={data} />}
      </Card>
      <Card title={say('llm.title')}>
        <Fields of={['llm']} />
      </Card>
    </>
  );
}

function Spent({ spending: { cap, today, month, prompts } }: { spending: Output<'spending'> }) {
  const say = useWords(settingsWords);
  const { number } = useFormats();
  const dollars = (cost: number) => `$${number(Math.round(cost * 100) / 100)}`;
  const tokens = today.input + today.output;
  return (
    <>
      <div className={styles.meters}>
        <Meter
          label={say('llm.tokens')}
          value={tokens}
          of={cap.tokens}
          said={[number(tokens), number(cap.tokens)]}
        />
        <Meter
          label={say('llm.cost')}
          value={today.cost}
          of={cap.cost}
          said={[dollars(today.cost), dollars(cap.cost)]}
        />
      </div>
      <p className="quiet">
        {say('llm.month', {
          n: month.calls,
          tokens: number(month.input + month.output),
          cost: dollars(month.cost),
        })}
      </p>
      {month.by.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{say('llm.purpose')}</th>
              <th scope="col">{say('llm.model')}</th>
              <th scope="col">{say('llm.calls')}</th>
              <th scope="col">{say('llm.tokens')}</th>
              <th scope="col">{say('llm.cost')}</th>
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
        <summary>{say('llm.prompts')}</summary>
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
