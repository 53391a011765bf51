import { useState } from 'react';
import { useVerb } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { Decision } from '../../parts/Decision.tsx';
import { Card, Page } from '../../parts/Page.tsx';
import { Empty, Loading, TroubleNote } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import { Conflicts } from './Conflicts.tsx';
import { Proposals } from './Proposals.tsx';
import styles from './review.module.css';

/** What is worth a person's decision, the most useful first. */
export default function Review() {
  const { data, error, isPending, refetch } = useVerb('review', {}, { keep: true });
  const ids = data?.waiting.map(({ memory }) => memory.id) ?? [];
  const [cursor, setCursor] = useState<{ id: string; index: number }>();
  // The place of a memory that was decided is taken by the next one.
  const found = cursor ? ids.indexOf(cursor.id) : -1;
  const index = found >= 0 ? found : Math.min(cursor?.index ?? -1, ids.length - 1);
  const move = (to: number) => {
    const next = Math.max(0, Math.min(ids.length - 1, to));
    if (ids[next] !== undefined) setCursor({ id: ids[next], index: next });
  };
  const group = 'Reviewing';
  useKeys([
    { keys: 'j', does: 'Next decision', group, run: () => move(index + 1) },
    { keys: 'k', does: 'Previous decision', group, run: () => move(index - 1) },
  ]);
  return (
    <Page
      title="Review"
      side={
        data && (
          <span className="quiet">
            {counted(data.total + data.proposals, 'decision remaining', 'decisions remaining')}
          </span>
        )
      }
    >
      {isPending && <Loading />}
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      <Proposals />
      <Conflicts />
      {data && data.total + data.proposals === 0 && (
        <Empty icon="check" title="Nothing needs a decision">
          Up to ten memories appear here that are worth your decision. The rest is found by a search.
        </Empty>
      )}
      {data && data.waiting.length > 0 && (
        <Card title="Worth your decision">
          <p className="quiet">
            At most ten, those of most use first. What else waits needs no decision; a search finds it.
          </p>
          <ul className={styles.items}>
            {data.waiting.map((item) => (
              <Decision key={item.memory.id} item={item} isCursor={item.memory.id === ids[index]} />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}
