import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useDo } from '../../calls/verb.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Page } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import { Batches } from './Batches.tsx';
import { type Mode, useQueue } from './queue.ts';
import { ReviewCard } from './ReviewCard.tsx';
import styles from './review.module.css';
import { useVerdicts } from './verdicts.ts';
import { reviewWords } from './words.ts';

/** What was learnt since a person last looked, one card at a time. */
export default function Review() {
  const say = useWords(reviewWords);
  const { ago, number } = useFormats();
  const [mode, setMode] = useState<Mode>('new');
  const [chosen, setChosen] = useState<string>();
  const queue = useQueue(mode);
  const verdicts = useVerdicts();
  const looked = useDo('looked');
  const { batches } = queue;
  const wanted = batches.find(({ key }) => key === chosen);
  const batch =
    wanted && verdicts.left(wanted).length > 0
      ? wanted
      : batches.find((one) => verdicts.left(one).length > 0);
  const item = batch && verdicts.left(batch)[0];
  const look = () => {
    if (queue.mark !== undefined) looked.mutate({ mark: queue.mark }, { onSuccess: verdicts.forget });
  };
  const tabs = (
    <SegmentedControl
      size="xs"
      aria-label={say('tab.label')}
      value={mode}
      onChange={(value) => setMode(value as Mode)}
      data={(['new', 'waiting'] as const).map((name) => {
        const title = say(`tab.${name}`);
        return { value: name, label: `${title} · ${number(queue.counts[name])}` };
      })}
    />
  );
  return (
    <Page title={say('title')} side={tabs}>
      {queue.isPending && <Loading />}
      {queue.trouble && <TroubleNote trouble={queue.trouble} onAgain={queue.again} />}
      {!queue.isPending && !queue.trouble && batches.length === 0 && (
        <Empty icon="check" title={say(`empty.${mode}`)}>
          {say(`empty.${mode}Text`)}
        </Empty>
      )}
      {batches.length > 0 && (
        <div className={styles.panel}>
          <div className={styles.left}>
            {mode === 'new' && (
              <p className="quiet">
                {queue.lookedAt === null ? say('sinceEver') : say('since', { ago: ago(queue.lookedAt) })}
              </p>
            )}
            <Batches batches={batches} verdicts={verdicts} current={batch?.key} onChoose={setChosen} />
            {mode === 'new' && item && (
              <Button variant="subtle" color="gray" onClick={look} loading={looked.isPending}>
                {say('skip.all')}
              </Button>
            )}
          </div>
          {batch && item ? (
            <ReviewCard key={item.id} item={item} batch={batch} verdicts={verdicts} />
          ) : (
            <Empty icon="check" title={say('done.title')}>
              <p>
                {say('done.tally', {
                  confirmed: verdicts.count('confirmed'),
                  corrected: verdicts.count('corrected'),
                  rejected: verdicts.count('rejected'),
                  later: verdicts.count('later'),
                })}
              </p>
              <p>{say('done.text')}</p>
              {mode === 'new' && (
                <Button onClick={look} loading={looked.isPending}>
                  {say('done.look')}
                </Button>
              )}
            </Empty>
          )}
        </div>
      )}
    </Page>
  );
}
