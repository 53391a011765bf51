import { Button } from '@mantine/core';
import { useState } from 'react';
import { type MemoryActionName, nameOf } from '../../actions/action-texts.ts';
import { BulkDialog } from '../../actions/BulkDialog.tsx';
import { PlainButton } from '../../parts/buttons.ts';
import { counted } from '../../words/say.ts';
import { number } from '../../words/times.ts';
import { MAX_MARKED, type MarkedMemories } from './marks.ts';
import styles from './memories.module.css';

/** What can be done to all that is selected, as one action; a preview says first what it would change. */
export function BulkBar({ marks, total }: { marks: MarkedMemories; total: number }) {
  const [asked, ask] = useState<MemoryActionName>();
  return (
    <div className={`row fine ${styles.bulk}`} role="toolbar" aria-label="Actions for the selection">
      <strong>
        {marks.all ? `All ${number(total)} selected` : counted(marks.count, 'selected', 'selected')}
      </strong>
      {!marks.all && marks.count >= MAX_MARKED && (
        <span className="quiet">As many as fit into one action.</span>
      )}
      {marks.mayAll && !marks.all && total > marks.count && (
        <Button variant="subtle" onClick={marks.markAll}>
          {`Select all ${number(total)}`}
        </Button>
      )}
      <span className="gap" />
      {(['confirm', 'reject', 'pin', 'unpin', 'mute'] as const).map((action) => (
        <PlainButton key={action} onClick={() => ask(action)}>
          {nameOf(action)}
        </PlainButton>
      ))}
      <PlainButton c="var(--bad)" onClick={() => ask('forget')}>
        Delete
      </PlainButton>
      <Button variant="subtle" color="gray" onClick={marks.clear}>
        Clear selection
      </Button>
      {asked && (
        <BulkDialog action={asked} whom={marks.whom} onClose={() => ask(undefined)} onDone={marks.clear} />
      )}
    </div>
  );
}
