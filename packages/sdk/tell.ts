import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { type CallVerb, keptMemories } from '@sqrl/squirrel/mcp/kept-memories.ts';
import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import type { SdkShared } from './loop.ts';
import type { FirstMessage, Injection, MemoryScope, PrefetchedFile, Receipt } from './types.ts';

/** Told to an agent once when memory does not answer. */
const WITHOUT_MEMORY = 'Note: the long-term memory does not answer. Go on without it.';

const NOTHING: Injection = { text: '', tokens: 0, memories: [] };

/** Tells one agent what memory has for it, each memory once. Its receipts are kept under this id. */
export function tellerOf({ world, asker }: SdkShared, session: string, whose?: MemoryScope) {
  const receipts: Receipt[] = [];
  let isToldOfTrouble = false;

  /** Nothing, but for that memory does not answer, where the agent has not been told so. */
  function silence(): Injection {
    if (asker.degraded === undefined || isToldOfTrouble) return NOTHING;
    isToldOfTrouble = true;
    return { text: WITHOUT_MEMORY, tokens: estimateTokens(WITHOUT_MEMORY), memories: [] };
  }

  function told(
    point: Receipt['point'],
    id: string | null,
    text: string,
    tokens: number,
    memories: readonly string[],
  ): Injection {
    if (text === '') return silence();
    const receipt = id === null ? undefined : { id, point, memories, tokens, at: world.now() };
    if (receipt) receipts.push(receipt);
    return { text, tokens, memories, receipt };
  }

  return {
    receipts,
    silence,
    async deliver(
      point: Receipt['point'],
      moment: Input<'deliver'>['moment'],
      limitMs: number,
    ): Promise<Injection> {
      if (world.isPaused()) return NOTHING;
      const at = world.now();
      const asked = { client: 'sdk' as const, session, at, moment, cwd: world.cwd, until: at + limitMs };
      const said = await asker.ask('deliver', { ...asked, ...(whose && { whose }) }, limitMs);
      if (said?.shown) return told(point, said.injection, said.text, said.tokens, said.memories);
      // Before a call only the reason for stopping it is handed on: that memory does not answer would be lost.
      return point === 'before tool call' ? NOTHING : silence();
    },
    /** The blocks of those that the agent works for; empty where there are none, or memory does not answer in time. */
    async blocks(limitMs: number): Promise<string> {
      if (!whose || world.isPaused()) return '';
      const call: CallVerb = async (verb, input) =>
        (await asker.ask(verb, input, limitMs)) ?? Promise.reject(new Error('Memory does not answer.'));
      return keptMemories(call, world.now)
        .blocks(whose)
        .text()
        .catch(() => '');
    },
    async context(asked: Input<'context'>, limitMs: number): Promise<FirstMessage> {
      if (world.isPaused()) return { ...NOTHING, files: [] };
      const until = world.now() + limitMs;
      const found = await asker.ask('context', { ...asked, client: 'sdk', session, until }, limitMs);
      if (!found) return { ...silence(), files: [] };
      const memories = found.sections.flatMap(({ lines }) => lines.flatMap(({ memory }) => memory ?? []));
      const said = told('first message', found.injection, found.text, found.tokens, memories);
      return { ...said, files: found.text === '' ? [] : prefetched(found.files, found.contents) };
    },
  };
}

/** Files as the first message tells of them. */
export const prefetched = (
  files: readonly { path: string; share: number | null; tokens: number | null }[],
  contents: Readonly<Record<string, string>> = {},
): PrefetchedFile[] =>
  files.map(({ path, share, tokens }) => {
    return { path, share, tokens, isContentIncluded: Object.hasOwn(contents, path) };
  });

/** Files that nearly all similar work opened, and those that most of it did. */
export function prefetchLists(files: readonly PrefetchedFile[]): { always: string[]; often: string[] } {
  const between = (above: number, upTo: number) =>
    files.flatMap(({ path, share }) => ((share ?? 0) > above && (share ?? 0) <= upTo ? [path] : []));
  return { always: between(0.8, 1), often: between(0.5, 0.8) };
}
