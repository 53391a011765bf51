import { Button, Checkbox, Input, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type MemoryType, TYPES } from '@sqrl/base/model/memory.ts';
import type { Output, Input as VerbInput } from '@sqrl/squirrel/protocol/verbs.ts';
import { type RefObject, useState } from 'react';
import { useSearch } from 'wouter';
import type { CallError } from '../../calls/trouble.ts';
import { useVerb } from '../../calls/verb.ts';
import { Choice, Keys } from '../../parts/controls.tsx';
import { MemoryText } from '../../parts/memory.tsx';
import { Card, Note, TroubleNote } from '../../parts/page.tsx';
import { nounWords } from '../../words/nouns.ts';
import { KINSHIPS } from './Known.tsx';

export interface RuleInput {
  text: string;
  scope: 'global' | 'project' | 'path';
  folder: string;
  files: string[];
  /** Null leaves it to how the text reads. */
  type: MemoryType | null;
  pinned: boolean;
}

/** How long somebody pauses between two words. */
const PAUSE_MS = 350;

/** The rule that is written, what is wrong with it, and what is known about it. */
export function useRule(hasProject: boolean) {
  const blank: RuleInput = {
    text: '',
    scope: hasProject ? 'project' : 'global',
    folder: '',
    files: [],
    type: null,
    pinned: false,
  };
  // The map leads here from a file or folder.
  const place = new URLSearchParams(useSearch());
  const [file, folder] = [place.get('file'), place.get('folder')];
  const [rule, setRule] = useState<RuleInput>({
    ...blank,
    ...(file && hasProject && { files: [file] }),
    ...(folder && hasProject && { scope: 'path', folder }),
  });
  const [settled] = useDebouncedValue(rule, PAUSE_MS);
  const isWritten = settled.text.trim() !== '';
  const check = useVerb('teachCheck', checkOf(settled), { enabled: isWritten, keep: true });
  return {
    rule,
    set: (change: Partial<RuleInput>) => setRule((now) => ({ ...now, ...change })),
    /** What belongs to the next rule as well stays: where it holds. */
    clear: () => setRule((now) => ({ ...blank, scope: now.scope, folder: now.folder })),
    isComplete: rule.text.trim() !== '' && (rule.scope !== 'path' || rule.folder.trim() !== ''),
    check: isWritten && rule.text.trim() !== '' ? check.data : undefined,
    trouble: isWritten ? check.error : null,
    isLooking: rule.text.trim() !== '' && (check.isFetching || settled.text !== rule.text),
  };
}

export const ruleDraft = (rule: RuleInput): VerbInput<'remember'> => ({
  ...placedOf(rule),
  text: rule.text.trim(),
  source: 'user_taught',
  ...(rule.pinned && { pinned: true }),
});

export type Check = Output<'teachCheck'>;

const checkOf = (rule: RuleInput): VerbInput<'teachCheck'> => ({ ...placedOf(rule), text: rule.text.trim() });

function placedOf({ scope, folder, files, type }: RuleInput) {
  const scopeOf = folder.trim().replace(/^\.?\/+|\/+$/g, '');
  return {
    // Until the folder is named, it is held against what the project knows.
    scope: scope === 'path' && scopeOf === '' ? ('project' as const) : scope,
    ...(scope === 'path' && scopeOf !== '' && { scopeOf }),
    ...(files.length > 0 && { files }),
    ...(type && { type }),
  };
}

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
  const map = useVerb('map', {}, { enabled: wantsFiles && hasProject });
  // What must be known before it is saved; the list beside the form says the rest.
  const kin = check?.kin.find(({ kinship }) => kinship !== 'near');
  const guessed = check ? `Auto-detect: ${nounWords[`type.${check.as.type}`]}` : 'Auto-detect';
  return (
    <Card title="New rule">
      <div className="stack teach-form">
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
        <div className="row">
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
          <Note tone="warn" role="status">
            {KINSHIPS[kin.kinship][1]}: <MemoryText text={kin.memory.text} />
          </Note>
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
      </div>
    </Card>
  );
}
