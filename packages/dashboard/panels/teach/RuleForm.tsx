import { Button, Checkbox, Input, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type MemoryType, TYPES } from '@sqrl/base/model/memory.ts';
import type { Output, Input as VerbInput } from '@sqrl/squirrel/protocol/verbs.ts';
import { type RefObject, useState } from 'react';
import { useSearch } from 'wouter';
import type { CallError } from '../../calls/trouble.ts';
import { useVerb } from '../../calls/verb.ts';
import { Choice, Keys } from '../../parts/controls.tsx';
import { Confidence, MarksOf, MemoryLink, MemoryText, TypePill } from '../../parts/memory.tsx';
import { Card, Note, TroubleNote } from '../../parts/page.tsx';
import { word } from '../../words/nouns.ts';
import { counted, percent } from '../../words/say.ts';

interface RuleInput {
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

type Check = Output<'teachCheck'>;

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

export function RuleForm({ field, writing, hasProject, onSave, busy, trouble }: RuleFormProps) {
  const about = new URLSearchParams(useSearch()).get('about');
  const { rule, set, check } = writing;
  const [wantsFiles, setWantsFiles] = useState(false);
  const map = useVerb('map', {}, { enabled: wantsFiles && hasProject });
  // What must be known before it is saved; the list beside the form says the rest.
  const kin = check?.kin.find(({ kinship }) => kinship !== 'near');
  const guessed = check ? `Auto-detect: ${word('type', check.as.type)}` : 'Auto-detect';
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
                label: word('type', type),
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

export function Known({
  writing: { rule, check, trouble, isLooking },
}: {
  writing: ReturnType<typeof useRule>;
}) {
  const kin = check?.kin ?? [];
  const grave = kin.filter(({ kinship }) => kinship !== 'near');
  return (
    <Card title="Existing memories" side={isLooking && 'Checking…'}>
      <div aria-live="polite">
        {rule.text.trim() === '' && <p className="quiet">Checked against existing memories as you type.</p>}
        {trouble && !check && <TroubleNote trouble={trouble} />}
        {check && grave.length === 0 && !isLooking && !kin.some(isClose) && (
          <Note tone="good">New: no existing memory repeats or contradicts it.</Note>
        )}
        {check && check.as.redacted.length > 0 && (
          <Note tone="warn">
            {`${counted(check.as.redacted.length, 'secret')} will be redacted: ${check.as.redacted.join(', ')}.`}
          </Note>
        )}
      </div>
      <ul className="rows" data-old={isLooking || undefined}>
        {kin.map((one) => (
          <Kin key={one.memory.id} kin={one} about={check?.as.key ?? null} />
        ))}
      </ul>
    </Card>
  );
}

/** How a memory stands to the rule that is written: its tone, its name, and what that means. */
const KINSHIPS = {
  same: ['info', 'Already known', 'Identical text; adding it again adds evidence.'],
  repeats: ['info', 'Repeats', 'Says nearly the same, or the same for another folder.'],
  replaces: ['warn', 'Replaces', 'The new rule replaces it.'],
  contradicts: ['bad', 'Contradicts', 'Same subject, different statement.'],
  near: ['off', 'Related', 'Related subject.'],
} as const;

/** Too near to say that nothing repeats it. */
const isClose = ({ likeness }: Check['kin'][number]): boolean => likeness >= 0.7;

interface RelatedMemoryProps {
  kin: Check['kin'][number];
  /** What the rule is about, where it says what something is. */
  about: string | null;
}

function Kin({ kin: { memory, kinship, likeness }, about }: RelatedMemoryProps) {
  const [badge, name, why] = KINSHIPS[kinship];
  return (
    <li>
      <div>
        <div className="row">
          <span data-badge={badge}>{name}</span>
          <span className="gap" />
          {likeness > 0 && <small>{`${percent(likeness)} similar`}</small>}
        </div>
        <MemoryLink id={memory.id} text={memory.text} />
        <div className="facts">
          <TypePill type={memory.type} />
          <Confidence value={memory.confidenceNow} />
          <MarksOf memory={memory} />
        </div>
        <small>{kinship === 'replaces' ? `Both set ${about ?? ''}; the new rule replaces it.` : why}</small>
      </div>
    </li>
  );
}
