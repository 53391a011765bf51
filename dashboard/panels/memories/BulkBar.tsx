import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { actionTexts } from '../../actions/action-texts.ts';
import { ForgetDialog } from '../../actions/ForgetDialog.tsx';
import { type MemoryActionName, useMemoryActions } from '../../actions/memory-actions.tsx';
import { useWords } from '../../words/say.ts';
import type { MarkedMemories } from './marks.ts';
import styles from './memories.module.css';
import type { Pages } from './pages.ts';
import { memoriesWords } from './words.ts';

/** What can be done to all that is marked, as one deed. */
export function BulkBar({ marks, pages }: { marks: MarkedMemories; pages: Pages }) {
  const say = useWords(memoriesWords);
  const sayAction = useWords(actionTexts);
  const memoryActions = useMemoryActions();
  const { total } = pages;
  const firstTexts = [0, 1, 2].flatMap((index) => pages.row(index)?.text ?? []);
  const [asking, ask] = useDisclosure(false);
  const doAll = (deed: MemoryActionName) => memoryActions.all(deed, marks.whom, marks.clear);
  return (
    <div className={styles.bulk} role="toolbar" aria-label={say('bulk.label')}>
      <strong>
        {marks.all ? say('bulk.allMarked', { n: total }) : say('bulk.marked', { n: marks.count })}
      </strong>
      {marks.mayAll && !marks.all && total > marks.count && (
        <Button variant="subtle" onClick={marks.markAll}>
          {say('bulk.all', { n: total })}
        </Button>
      )}
      <span className={styles.gap} />
      {(['confirm', 'reject', 'pin', 'unpin'] as const).map((deed) => (
        <Button key={deed} variant="default" disabled={memoryActions.busy} onClick={() => doAll(deed)}>
          {sayAction(`do.${deed}`)}
        </Button>
      ))}
      <Button variant="default" c="var(--bad)" disabled={memoryActions.busy} onClick={ask.open}>
        {sayAction('do.forget')}
      </Button>
      <Button variant="subtle" color="gray" onClick={marks.clear}>
        {say('bulk.clear')}
      </Button>
      <ForgetDialog
        opened={asking}
        count={marks.count}
        texts={marks.all ? firstTexts : marks.texts}
        onClose={ask.close}
        onForget={() => {
          ask.close();
          doAll('forget');
        }}
      />
    </div>
  );
}
