import { embedPassages } from './embed-passages.ts';
import { type ReembedOptions, reembed } from './reembed.ts';
import type { Engine } from './workspace.ts';

/** Embeds what has no vector of the present embedder: memories first, then passages of conversations within their limit. */
export async function embedMissing(engine: Engine, options: ReembedOptions = {}) {
  const memories = await reembed(engine, options);
  const passages = await embedPassages(engine, options);
  const { notice } = engine.meaning;
  return { ...memories, passages, notices: notice ? [notice] : [] };
}
