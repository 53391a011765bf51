import type { Memory } from '../model/memory.ts';
import { Problem } from '../model/problem.ts';
import type { Input, Output } from '../protocol/verbs.ts';
import type { Asking } from './tool.ts';

/** What an agent may say of a memory. Whose word it is, and how sure, it may not. */
export type AgentsDraft = Pick<
  Input<'remember'>,
  'text' | 'type' | 'tags' | 'files' | 'symbols' | 'key' | 'scope' | 'scopeOf' | 'expiresAt' | 'relations'
>;

/** What became of an agent's word. */
export interface Kept {
  id: string;
  did: Output<'remember'>['did'] | 'waits for review';
  redacted: string[];
  superseded: string[];
  /** A memory of the person's that it may not replace. */
  against?: string;
  notices: Output<'remember'>['notices'];
}

/**
 * Remembers what an agent says, as an agent's word: it takes no place that a person gave to something else, and does not
 * bring back what a person has rejected.
 */
export async function rememberForAgent(ask: Asking, draft: AgentsDraft, because?: string): Promise<Kept> {
  const held = draft.key ? await heldByPerson(ask, draft.key, draft.scope ?? 'project') : undefined;
  return held ? keepForReview(ask, draft, held, because) : keep(ask, draft, because);
}

/** Puts an agent's words in the place of a memory's. A person's memory stays, and the words wait for the person. */
export async function correctForAgent(
  ask: Asking,
  { id, text, because }: { id: string; text: string; because?: string | undefined },
): Promise<Kept> {
  const before = await ask.call('get', { id });
  const { type, tags, files, symbols, scope, scopeOf, expiresAt } = before;
  const draft = { text, type, tags, files, symbols, scope, scopeOf, expiresAt };
  if (isPersons(before)) return keepForReview(ask, draft, before.id, because);
  const key = before.key ?? `corrects.${before.id}`;
  // The newer takes the place of the older by their key, so that the older stays as what was said before.
  if (before.key === null) await ask.call('change', { id: before.id, to: { key } });
  return keep(ask, { ...draft, key }, because);
}

/** Has a memory forgotten, unless it is a person's. */
export async function forgetForAgent(ask: Asking, id: string): Promise<Memory> {
  const memory = await ask.call('get', { id });
  if (isPersons(memory))
    throw new Problem(
      `A person taught, confirmed or pinned memory ${memory.id}; an agent cannot have it forgotten.`,
      `Ask the person. They run \`sqrl forget ${memory.id}\` to erase it, or \`sqrl reject ${memory.id}\` if it is wrong.`,
    );
  const { forgotten } = await ask.call('forget', { ids: [memory.id] });
  return forgotten[0] ?? memory;
}

async function keep(ask: Asking, draft: AgentsDraft, because: string | undefined): Promise<Kept> {
  const { id, did, redacted, superseded, notices } = await ask.call('remember', asAgent(ask, draft, because));
  if (did === 'revived' && (await wasRejected(ask, id))) {
    await ask.call('change', { id, to: { status: 'deprecated' } });
    throw new Problem(
      `A person has rejected this before (memory ${id}); it is not remembered again.`,
      `If it holds after all, the person can say so with \`sqrl confirm ${id}\`.`,
    );
  }
  return { id, did, redacted, superseded, notices };
}

async function keepForReview(
  ask: Asking,
  { key: _, ...draft }: AgentsDraft,
  against: string,
  because: string | undefined,
): Promise<Kept> {
  const { id, did, redacted, notices } = await ask.call('remember', {
    ...asAgent(ask, draft, because),
    needsReview: true,
    relations: [{ kind: 'conflicts', to: against, confidence: 0.5 }],
  });
  return {
    id,
    did: did === 'known' ? did : 'waits for review',
    redacted,
    superseded: [],
    against,
    notices,
  };
}

const asAgent = (ask: Asking, draft: AgentsDraft, because: string | undefined): Input<'remember'> => ({
  ...draft,
  source: 'agent_explicit',
  evidence: [
    { proof: 'agent_statement', episode: null, events: [], quote: because?.trim() || null, at: ask.now() },
  ],
});

/** The memory with this key that is a person's word. */
async function heldByPerson(ask: Asking, key: string, scope: Memory['scope']): Promise<string | undefined> {
  const { memories } = await ask.call('list', { filter: { key, scopes: [scope] }, limit: 20 });
  return memories.find(isPersons)?.id;
}

const isPersons = ({ source, verified, pinned }: Pick<Memory, 'source' | 'verified' | 'pinned'>): boolean =>
  verified || pinned || source === 'user_taught' || source === 'user_said';

/** What people say of memories; the last of it counts. */
const VERDICTS = ['confirmed', 'corrected', 'rejected'];

async function wasRejected(ask: Asking, id: string): Promise<boolean> {
  const { steps } = await ask.call('memoryHistory', { id });
  return steps.findLast(({ did }) => VERDICTS.includes(did))?.did === 'rejected';
}
