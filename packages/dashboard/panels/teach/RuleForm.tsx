import { Button, Checkbox, Input, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type MemoryType, TYPES } from '@sqrl/base/model/memory.ts';
import { type RefObject, useState } from 'react';
import { useSearch } from 'wouter';
import type { CallError } from '../../calls/trouble.ts';
import { useVerb } from '../../calls/verb.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Keys } from '../../parts/Keys.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/states.tsx';
import { MemoryText } from '../../parts/text.tsx';
import { Icon } from '../../theme/icons.tsx';
import { nounWords } from '../../words/nouns.ts';
import { KINSHIPS } from './Known.tsx';
import type { RuleInput, useRule } from './rule.ts';
import styles from './teach.module.css';

/** Where a rule can hold. */
const SCOPES = { project: 'This project', path: 'One folder', global: 'All projects' } as const;

interface RuleFormProps {
  field: RefObject<HTMLTextAreaElement | null>;
  writing: ReturnType<typeof useRule>;
  hasProject: boolean;
  onSave: () => void;
  busy: boolean;
  trouble: CallError | null;
}

/** Where a rule is written: what it says, where it holds, and what it is about. */
export function RuleForm({ field, writing, hasProject, onSave, busy, trouble }: RuleFormProps) {
  const about = new URLSearchParams(useSearch()).get('about');
  const { rule, set, check } = writing;
  const [wantsFiles, setWantsFiles] = useState(false);
  const map = useVerb('map', { detail: 'files', limit: 5000 }, { enabled: wantsFiles && hasProject });
  // What must be known before it is saved; the list beside the form says the rest.
  const kin = check?.kin.find(({ kinship }) => kinship !== 'near');
  const guessed = check ? `Auto-detect: ${nounWords[`type.${check.as.type}`]}` : 'Auto-detect';
  return (
    <Card title="New rule" className={styles.form}>
      {about && <p className="quiet">{`You asked: ${about}`}</p>}
      <Textarea
        ref={field}
        autosize
        autoFocus
        minRows={3}
        maxRows={12}
        size="sm"
        aria-label="What should be remembered"
        placeholder="Use pnpm here, never npm: the lock file is pnpm’s."
        value={rule.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <div className={`row ${styles.scope}`}>
        <div className="stack">
          <Input.Label component="span" size="xs">
            Scope
          </Input.Label>
          <Choice<RuleInput['scope']>
            label="Scope"
            value={rule.scope}
            onChoose={(scope) => set({ scope })}
            names={hasProject ? SCOPES : { global: SCOPES.global }}
          />
        </div>
        <Select
          label="Type"
          value={rule.type ?? ''}
          onChange={(type) => set({ type: (type || null) as MemoryType | null })}
          allowDeselect={false}
          data={[
            { value: '', label: guessed },
            ...Object.keys(TYPES).map((type) => ({
              value: type,
              label: nounWords[`type.${type as MemoryType}`],
            })),
          ]}
        />
      </div>
      {rule.scope === 'path' && (
        <TextInput
          size="xs"
          label="Folder"
          placeholder="src/api"
          error={rule.folder.trim() === '' && rule.text.trim() !== '' && 'Enter a folder, such as src/api'}
          value={rule.folder}
          onChange={(event) => set({ folder: event.currentTarget.value })}
        />
      )}
      <TagsInput
        size="xs"
        label="Related files"
        description="Delivered when an agent touches these files; marked stale when they change."
        placeholder={rule.files.length === 0 ? 'src/…' : undefined}
        data={map.data?.files.map(({ path }) => path) ?? []}
        limit={12}
        value={rule.files}
        onFocus={() => setWantsFiles(true)}
        onChange={(files) => set({ files })}
      />
      {kin && (
        <p className="note" data-tone="warn" role="status">
          <Icon name="warning" />
          <span>
            {KINSHIPS[kin.kinship][1]}: <MemoryText text={kin.memory.text} />
          </span>
        </p>
      )}
      <div className="row">
        <Checkbox
          size="xs"
          label="Pin (never expires)"
          checked={rule.pinned}
          onChange={(event) => set({ pinned: event.currentTarget.checked })}
        />
        <span className="gap" />
        <Button
          size="sm"
          disabled={!writing.isComplete}
          loading={busy}
          onClick={onSave}
          rightSection={<Keys keys="mod+enter" />}
        >
          {kin?.kinship === 'same' || kin?.kinship === 'repeats' ? 'Add again' : 'Add rule'}
        </Button>
      </div>
      {trouble && <TroubleNote trouble={trouble} />}
    </Card>
  );
}
