import { Button, Group } from '@mantine/core';
import styles from '../../actions/actions.module.css';
import { Dialog } from '../../parts/Dialog.tsx';
import { MemoryText } from '../../parts/text.tsx';
import { counted } from '../../words/say.ts';
import type { TaughtRuleFile } from './RuleFiles.tsx';

interface ImportDialogProps {
  files: readonly TaughtRuleFile[];
  onClose: () => void;
  onImport: () => void;
}

/** Shows the rules that an import would add, and the memories it would archive, and asks. */
export function ImportDialog({ files, onClose, onImport }: ImportDialogProps) {
  const title =
    files.length === 1
      ? `Import these rules from ${files[0]!.path}?`
      : `Import these rules from ${counted(files.length, 'file?', 'files?')}`;
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
            {gone.length > 0 && (
              <p className="quiet">
                {counted(
                  gone.length,
                  'memory whose line is gone will be archived:',
                  'memories whose lines are gone will be archived:',
                )}
              </p>
            )}
            {gone.map((text) => (
              <blockquote key={text} className={styles.quoted} data-final>
                <MemoryText text={text} />
              </blockquote>
            ))}
          </section>
        ))}
      </div>
      <p>This can be undone.</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button onClick={onImport}>Import</Button>
      </Group>
    </Dialog>
  );
}
