import { Link } from 'wouter';
import type { Output } from '../../../src/protocol/verbs.ts';
import { Card } from '../../parts/Page.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import styles from './simulator.module.css';
import { simulatorWords } from './words.ts';

const MAX_LEFT = 20;

/** What would be delivered, the reasons, and what was left out. */
export function Delivered({ delivery }: { delivery: Output<'deliver'> }) {
  const { text, withheld, tokens, why, left } = delivery;
  const say = useWords(simulatorWords);
  const told = useMessage();
  // Whether a session belongs to the control group is chance; here one wants to see what there is to tell.
  const shown = text || withheld || '';
  return (
    <>
      <Card title={say('result')} side={shown && say('tokens', { n: tokens })}>
        {shown ? <pre className={styles.text}>{shown}</pre> : <p>{say('silence')}</p>}
        {why.length > 0 && (
          <>
            <h3>{say('why')}</h3>
            <ul className={styles.list}>
              {why.map((reason) => (
                <li key={reason.text}>{told(reason)}</li>
              ))}
            </ul>
          </>
        )}
      </Card>
      {left.length > 0 && (
        <Card title={say('left', { n: left.length })}>
          <ul className={styles.list}>
            {left.slice(0, MAX_LEFT).map(({ memory, because }) => (
              <li key={memory}>
                <Link href={`/memories?m=${memory}`} className="mono">
                  {memory.slice(0, 8)}
                </Link>{' '}
                {told(because)}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
