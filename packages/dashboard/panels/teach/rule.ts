import { useDebouncedValue } from '@mantine/hooks';
import type { MemoryType } from '@sqrl/base/model/memory.ts';
import type { Input, Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { useVerb } from '../../calls/verb.ts';

/** A rule as it is being written. */
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

/** What is remembered of a rule. */
export const ruleDraft = (rule: RuleInput): Input<'remember'> => ({
  ...placedOf(rule),
  text: rule.text.trim(),
  source: 'user_taught',
  ...(rule.pinned && { pinned: true }),
});

export type Check = Output<'teachCheck'>;

const checkOf = (rule: RuleInput): Input<'teachCheck'> => ({ ...placedOf(rule), text: rule.text.trim() });

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
