import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { Card } from '../../parts/Page.tsx';
import { counted } from '../../words/say.ts';
import styles from './simulator.module.css';

const MAX_LEFT = 20;

/** What would be delivered, the reasons, and what was left out. */
export function Delivered({ delivery }: { delivery: Output<'deliver'> }) {
  const { text, withheld, tokens, why, left } = delivery;
  // Whether a session belongs to the control group is chance; here one wants to see what there is to tell.
  const shown = text || withheld || '';
  return (
    <>
      <Card title="The agent receives" side={shown && counted(tokens, 'token', 'tokens')}>
        {shown ? (
          <pre className={styles.text}>{shown}</pre>
        ) : (
          <p>Nothing. Squirrel stays silent at this step.</p>
        )}
        {why.length > 0 && (
          <>
            <h3>Why</h3>
            <ul className={styles.list}>
              {why.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </>
        )}
      </Card>
      {left.length > 0 && (
        <Card title={counted(left.length, 'memory left out', 'memories left out')}>
          <ul className={styles.list}>
            {left.slice(0, MAX_LEFT).map(({ memory, because }) => (
              <li key={memory}>
                <Link href={`/memories?m=${memory}`} className="mono">
                  {memory.slice(0, 8)}
                </Link>{' '}
                {because}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
