import type { Draft } from '@sqrl/base/model/memory.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { clean } from '@sqrl/base/text/clean.ts';

/**
 * Cleans and redacts every text a draft or a change brings along, whatever field it stands in. Cleaned first:
 * a key with a control character in its middle is no key to the redactor, and would be one again afterwards.
 */
export function redactDraft<T extends Partial<Draft>>(draft: T): { draft: T; found: string[] } {
  const found: string[] = [];
  const hide = (text: string): string => {
    const redacted = redactSync(clean(text));
    found.push(...redacted.found);
    return redacted.text;
  };
  const safe: T = { ...draft };
  for (const field of FIELDS)
    if (draft[field] !== undefined) Object.assign(safe, { [field]: inStrings(draft[field], hide) });
  if (draft.trigger) {
    const { tool: _, match: __, expects: ___, ...named } = draft.trigger;
    safe.trigger = { ...draft.trigger, ...inStrings(named, hide) };
  }
  return { draft: safe, found };
}

const FIELDS = [
  ...(['text', 'key', 'module', 'scopeOf', 'branch', 'tags', 'files', 'symbols'] as const),
  ...(['evidence', 'record', 'relations'] as const),
];

function inStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((each) => inStrings(each, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === 'kind' ? each : inStrings(each, change)]),
  ) as T;
}
