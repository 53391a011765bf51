import { Button } from '@mantine/core';
import { useState } from 'react';
import { actionTexts } from '../../actions/action-texts.ts';
import { BulkDialog } from '../../actions/BulkDialog.tsx';
import type { MemoryActionName } from '../../actions/memory-actions.tsx';
import { useWords } from '../../words/say.ts';
import { MAX_MARKED, type MarkedMemories } from './marks.ts';
import styles from './memories.module.css';
import { memoriesWords } from './words.ts';

/** What can be done to all that is selected, as one action; a preview says first what it would change. */
export function BulkBar({ marks, total }: { marks: MarkedMemories; total: number }) {
  const say = useWords(memoriesWords);
  const sayAction = useWords(actionTexts);
  const [asked, ask] = useState<MemoryActionName>();
  return (
    <div className={styles.bulk} role="toolbar" aria-label={say('bulk.label')}>
      <strong>
        {marks.all ? say('bulk.allMarked', { n: total }) : say('bulk.marked', { n: marks.count })}
      </strong>
      {!marks.all && marks.count >= MAX_MARKED && <span className="quiet">{say('bulk.most')}</span>}
      {marks.mayAll && !marks.all && total > marks.count && (
        <Button variant="subtle" onClick={marks.markAll}>
          {say('bulk.all', { n: total })}
        </Button>
      )}
      <span className={styles.gap} />
      {(['confirm', 'reject', 'pin', 'unpin', 'mute'] as const).map((action) => (
        <Button key={action} variant="default" onClick={() => ask(action)}>
          {sayAction(`do.${action}`)}
        </Button>
      ))}
      <Button variant="default" c="var(--bad)" onClick={() => ask('forget')}>
        {sayAction('do.forget')}
      </Button>
      <Button variant="subtle" color="gray" onClick={marks.clear}>
        {say('bulk.clear')}
      </Button>
      {asked && (
        <BulkDialog action={asked} whom={marks.whom} onClose={() => ask(undefined)} onDone={marks.clear} />
      )}
    </div>
  );
}
