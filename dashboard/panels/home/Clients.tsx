import type { Output } from '../../../src/protocol/verbs.ts';
import { Card } from '../../parts/Page.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './home.module.css';
import { homeWords } from './words.ts';

/** From which agents it hears, and whether it hears everything. */
export function Clients({ clients }: { clients: Output<'overview'>['clients'] }) {
  const say = useWords(homeWords);
  const told = useMessage();
  const { ago, moment } = useFormats();
  return (
    <Card title={say('clients.title')}>
      {clients.length === 0 && <p className="quiet">{say('clients.none')}</p>}
      <ul className={styles.clients}>
        {clients.map(({ client, events, lastAt, state, because }) => (
          <li key={client}>
            <b>{client}</b>
            <span className={styles.state} data-state={state}>
              {say(`clients.${state}`)}
            </span>
            <small title={lastAt === null ? undefined : moment(lastAt)}>
              {lastAt === null ? say('clients.never') : say('clients.last', { ago: ago(lastAt) })}
            </small>
            <small className="number">{say('clients.events', { n: events })}</small>
            {because && <small className={styles.because}>{told(because)}</small>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
