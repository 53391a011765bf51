import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useMemoryActions } from '../../actions/memory-actions.tsx';
import { useVerb } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { Decision } from '../../parts/Decision.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Card, Page } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { Conflicts } from './Conflicts.tsx';
import { Proposals } from './Proposals.tsx';
import styles from './review.module.css';
import { reviewWords } from './words.ts';

type DecisionGroup = Output<'decisions'>['groups'][number];

/** Of each group; what is not shown cannot be decided along. */
const MAX_SHOWN = 20;

/** What waits for a person, in groups by the reason, each memory with its decision next to it. */
export default function Review() {
  const say = useWords(reviewWords);
  const { data, error, isPending, refetch } = useVerb('decisions', { limit: MAX_SHOWN }, { keep: true });
  const ids = data?.groups.flatMap(({ items }) => items.map(({ memory }) => memory.id)) ?? [];
  const [cursor, setCursor] = useState<{ id: string; index: number }>();
  // The place of a memory that was decided is taken by the next one.
  const found = cursor ? ids.indexOf(cursor.id) : -1;
  const index = found >= 0 ? found : Math.min(cursor?.index ?? -1, ids.length - 1);
  const move = (to: number) => {
    const next = Math.max(0, Math.min(ids.length - 1, to));
    if (ids[next] !== undefined) setCursor({ id: ids[next], index: next });
  };
  const group = say('keys.group');
  useKeys([
    { keys: 'j', does: say('keys.next'), group, run: () => move(index + 1) },
    { keys: 'k', does: say('keys.last'), group, run: () => move(index - 1) },
  ]);
  return (
    <Page
      title={say('title')}
      side={data && <span className="quiet">{say('left', { n: data.total + data.proposals })}</span>}
    >
      {isPending && <Loading />}
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      <Proposals />
      <Conflicts />
      {data && data.total + data.proposals === 0 && (
        <Empty icon="check" title={say('empty')}>
          {say('emptyText')}
        </Empty>
      )}
      {data?.groups.map((one) => (
        <Group key={one.group} {...one} cursor={ids[index]} />
      ))}
    </Page>
  );
}

/** Memories that wait for the same reason. */
function Group({ group, total, items, cursor }: DecisionGroup & { cursor: string | undefined }) {
  const say = useWords(reviewWords);
  const { all, busy } = useMemoryActions();
  const told = useMessage();
  const title = say(`group.${group}`);
  const isSameWhy = items.length > 1 && items.every(({ why }) => why.text === items[0]!.why.text);
  const shown = items.map(({ memory }) => memory.id);
  // Memories that contradict each other are not decided alike.
  const side = items.length > 1 && group !== 'conflict' && (
    <span className={styles.actions}>
      <Button
        size="compact-xs"
        variant="default"
        disabled={busy}
        onClick={() => all('confirm', { ids: shown })}
      >
        {say('confirm.shown', { n: items.length })}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={busy}
        onClick={() => all('reject', { ids: shown })}
      >
        {say('reject.shown', { n: items.length })}
      </Button>
    </span>
  );
  return (
    <Card title={`${title} · ${total}`} side={side}>
      <p className="quiet">
        {say(`group.${group}Text`)} {isSameWhy && <span className={styles.why}>{told(items[0]!.why)}.</span>}
      </p>
      <ul className={styles.items}>
        {items.map((item) => (
          <Decision
            key={item.memory.id}
            item={item}
            isCursor={item.memory.id === cursor}
            isWhyKnown={isSameWhy}
          />
        ))}
      </ul>
      {total > items.length && <p className="quiet">{say('more', { n: total - items.length })}</p>}
    </Card>
  );
}
