import type { Draft } from '../model/memory.ts';
import { redact } from '../redact/redact.ts';

/** Redacts every text a draft or a change brings along, whatever field it stands in. */
export async function redactDraft<T extends Partial<Draft>>(
  draft: T,
): Promise<{ draft: T; found: string[] }> {
  const found: string[] = [];
  const hide = async (text: string): Promise<string> => {
    const redacted = await redact(text);
    found.push(...redacted.found);
    return redacted.text;
  };
  const safe: T = { ...draft };
  for (const field of ['text', 'key', 'module', 'scopeOf'] as const) {
    const text = draft[field];
    if (typeof text === 'string') Object.assign(safe, { [field]: await hide(text) });
  }
  for (const field of ['tags', 'files', 'symbols'] as const) {
    const texts = draft[field];
    if (texts) Object.assign(safe, { [field]: await Promise.all(texts.map(hide)) });
  }
  if (draft.evidence) {
    safe.evidence = await Promise.all(
      draft.evidence.map(async (each) => ({ ...each, quote: each.quote && (await hide(each.quote)) })),
    );
  }
  return { draft: safe, found };
}
