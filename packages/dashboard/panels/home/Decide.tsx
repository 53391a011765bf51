import { Link } from 'wouter';
import { useVerb } from '../../calls/verb.ts';
import { Decision } from '../../parts/Decision.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';
import styles from './home.module.css';

const MAX_ITEMS = 5;

/** The decisions that matter most, to be made here. */
export function Decide() {
  const { data, error, refetch } = useVerb('review', {}, { keep: true });
  const items = data?.waiting.slice(0, MAX_ITEMS) ?? [];
  const rest = (data ? data.total + data.proposals : 0) - items.length;
  return (
    <Card title="What should you decide?">
      {!data && !error && <Loading lines={3} />}
      {!data && error && <TroubleNote trouble={error} onAgain={refetch} />}
      {data && items.length + rest === 0 && (
        <p className={styles.answer}>
          <Icon name="check" /> Nothing needs a decision.
        </p>
      )}
      <ul className={styles.decisions}>
        {items.map((item) => (
          <Decision key={item.memory.id} item={item} />
        ))}
      </ul>
      {rest > 0 && <Link href="/review">{counted(rest, 'more decision', 'more decisions')}</Link>}
    </Card>
  );
}
