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
  const orNull = (text: string | null) => (text === null ? null : hide(text));
  const safe: T = { ...draft };
  for (const field of ['text', 'key', 'module', 'scopeOf', 'branch'] as const) {
    const text = draft[field];
    if (typeof text === 'string') Object.assign(safe, { [field]: hide(text) });
  }
  for (const field of ['tags', 'files', 'symbols'] as const) {
    const texts = draft[field];
    if (texts) Object.assign(safe, { [field]: texts.map(hide) });
  }
  if (draft.evidence)
    safe.evidence = draft.evidence.map(({ proof, episode, events, quote, at }) => ({
      proof: hide(proof),
      episode: orNull(episode),
      events: events.map(hide),
      quote: orNull(quote),
      at,
    }));
  if (draft.trigger) {
    const { command, file, failure, remedy } = draft.trigger;
    safe.trigger = {
      ...draft.trigger,
      command: orNull(command),
      file: orNull(file),
      ...(failure && { failure: inStrings(failure, hide) }),
      ...(remedy && { remedy: inStrings(remedy, hide) }),
    };
  }
  if (draft.record) safe.record = inStrings(draft.record, hide);
  if (draft.relations) safe.relations = draft.relations.map((each) => ({ ...each, to: hide(each.to) }));
  return { draft: safe, found };
}

function inStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((each) => inStrings(each, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === 'kind' ? each : inStrings(each, change)]),
  ) as T;
}
