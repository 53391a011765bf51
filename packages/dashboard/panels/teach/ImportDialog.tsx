import { Button } from '@mantine/core';
import { Preview, Quoted } from '../../actions/BulkDialog.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
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
    <Dialog
      onClose={onClose}
      title={title}
      centered
      size="lg"
      actions={<Button onClick={onImport}>Import</Button>}
    >
      <Preview>
        {files.map(({ path, fresh, gone }) => (
          <section key={path}>
            {files.length > 1 && <h3 className="mono">{path}</h3>}
            {fresh.map((text) => (
              <Quoted key={text} text={text} />
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
              <Quoted key={text} text={text} isFinal />
            ))}
          </section>
        ))}
      </Preview>
      <p>This can be undone.</p>
    </Dialog>
  );
}
