import { useState } from 'react';
import { useChoice } from '../../app/projects.tsx';
import { call } from '../../calls/call.ts';
import type { CallError } from '../../calls/trouble.ts';
import { usePlace } from '../../calls/verb.ts';
import { PlainButton } from '../../parts/buttons.ts';
import { ListChoice } from '../../parts/Choice.tsx';
import { CommandLine } from '../../parts/CommandLine.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/states.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';

const FORMATS = { json: 'json', markdown: 'md', claude: 'md' } as const;
const NAMES = { json: 'JSON, complete', markdown: 'Markdown', claude: 'CLAUDE.md' };

/** Everything that is remembered here, as a file of the person's own. */
export function ExportCard() {
  const place = usePlace();
  const { project } = useChoice();
  const [format, setFormat] = useState<keyof typeof FORMATS>('json');
  const [state, setState] = useState<{ busy?: boolean; memories?: number; trouble?: CallError }>({});
  const save = async () => {
    setState({ busy: true });
    try {
      const { text, memories } = await call('export', { format }, { place });
      download(text, `squirrel-${project?.name ?? 'user'}.${FORMATS[format]}`);
      setState({ memories });
    } catch (trouble) {
      setState({ trouble: trouble as CallError });
    }
  };
  return (
    <Card title="Export">
      <p>All memories of this project as a file.</p>
      <div className="row">
        <ListChoice label="Format" value={format} names={NAMES} onChoose={setFormat} />
        <PlainButton
          loading={state.busy ?? false}
          leftSection={<Icon name="download" size={14} />}
          onClick={() => void save()}
        >
          Download
        </PlainButton>
        {state.memories !== undefined && (
          <span role="status">{counted(state.memories, 'memory exported', 'memories exported')}</span>
        )}
      </div>
      {state.trouble && <TroubleNote trouble={state.trouble} />}
      <CommandLine
        command="sqrl backup squirrel-backup.db"
        does="One file with every project; load it with sqrl backup restore:"
      />
    </Card>
  );
}

function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes hold of it only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
