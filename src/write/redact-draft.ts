import type { Draft } from '../model/memory.ts';
import { redact } from '../redact/redact.ts';
import { clean } from './clean.ts';

/**
 * Cleans and redacts every text a draft or a change brings along, whatever field it stands in. Cleaned first:
 * a key with a control character in its middle is no key to the redactor, and would be one again afterwards.
 */
export async function redactDraft<T extends Partial<Draft>>(
  draft: T,
): Promise<{ draft: T; found: string[] }> {
  const found: string[] = [];
  const hide = async (text: string): Promise<string> => {
    const redacted = await redact(clean(text));
    found.push(...redacted.found);
    return redacted.text;
  };
  const hideAll = (texts: readonly string[]) => Promise.all(texts.map(hide));
  const orNull = async (text: string | null) => (text === null ? null : hide(text));
  const safe: T = { ...draft };
  for (const field of ['text', 'key', 'module', 'scopeOf'] as const) {
    const text = draft[field];
    if (typeof text === 'string') Object.assign(safe, { [field]: await hide(text) });
  }
  for (const field of ['tags', 'files', 'symbols'] as const) {
    const texts = draft[field];
    if (texts) Object.assign(safe, { [field]: await hideAll(texts) });
  }
  if (draft.evidence)
    safe.evidence = await Promise.all(
      draft.evidence.map(async ({ proof, episode, events, quote, at }) => ({
        proof: await hide(proof),
        episode: await orNull(episode),
        events: await hideAll(events),
        quote: await orNull(quote),
        at,
      })),
    );
  if (draft.relations)
    safe.relations = await Promise.all(
      draft.relations.map(async (each) => ({ ...each, to: await hide(each.to) })),
    );
  return { draft: safe, found };
}
