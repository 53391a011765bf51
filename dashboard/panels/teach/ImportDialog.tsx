import { Button, Group } from '@mantine/core';
import { actionTexts } from '../../actions/action-texts.ts';
import styles from '../../actions/actions.module.css';
import { Dialog } from '../../parts/Dialog.tsx';
import { MemoryText } from '../../parts/MemoryText.tsx';
import { useWords } from '../../words/say.ts';
import type { TaughtRuleFile } from './RuleFiles.tsx';
import { teachWords } from './words.ts';

interface ImportDialogProps {
  files: readonly TaughtRuleFile[];
  onClose: () => void;
  onImport: () => void;
}

/** Shows the rules that an import would add, and the memories it would archive, and asks. */
export function ImportDialog({ files, onClose, onImport }: ImportDialogProps) {
  const say = useWords(teachWords);
  const sayAction = useWords(actionTexts);
  const title =
    files.length === 1
      ? say('import.one', { file: files[0]!.path })
      : say('import.many', { n: files.length });
  return (
    <Dialog opened onClose={onClose} title={title} centered size="lg">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={styles.preview} tabIndex={0}>
        {files.map(({ path, fresh, gone }) => (
          <section key={path}>
            {files.length > 1 && <h3 className="mono">{path}</h3>}
            {fresh.map((text) => (
              <blockquote key={text} className={styles.quoted}>
                <MemoryText text={text} />
              </blockquote>
            ))}
            {gone.length > 0 && <p className="quiet">{say('import.gone', { n: gone.length })}</p>}
            {gone.map((text) => (
              <blockquote key={text} className={styles.quoted} data-final>
                <MemoryText text={text} />
              </blockquote>
            ))}
          </section>
        ))}
      </div>
      <p>{sayAction('ask.undoable')}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {sayAction('ask.cancel')}
        </Button>
        <Button onClick={onImport}>{say('file.read')}</Button>
      </Group>
    </Dialog>
  );
}
