import { agentsWord, type FullMemory, type Memory } from '@sqrl/base/model/memory.ts';
import type { Input, Output } from '../protocol/verbs.ts';
import { flat, type ToolContext } from './tool.ts';

/** What an agent may say of a memory. Whose word it is, and how sure, it may not. */
export type AgentsDraft = Omit<
  Input<'remember'>,
  | 'source'
  | 'owner'
  | 'confidence'
  | 'pinned'
  | 'verified'
  | 'needsReview'
  | 'tainted'
  | 'status'
  | 'evidence'
  | 'because'
>;

export interface AgentMemoryReport {
  id: string;
  did: Output<'remember'>['did'] | 'waits for review';
  redacted: string[];
  superseded: string[];
  because?: string;
  notices: Output<'remember'>['notices'];
}

/**
 * Remembers what an agent says, as an agent's word: it takes no place that a person gave to something else, and does not
 * bring back what a person has rejected. `against`: a memory that is trusted more, so that these words wait for review.
 */
export async function rememberForAgent(
  ask: ToolContext,
  draft: AgentsDraft,
  because: string | undefined,
  against?: string,
): Promise<AgentMemoryReport> {
  const { id, did, redacted, superseded, notices, review } = await ask.call('remember', {
    ...draft,
    ...agentsWord(ask.now(), because?.trim() || null),
    ...(against !== undefined && {
      needsReview: true,
      relations: [{ kind: 'conflicts', to: against, confidence: 0.5 }],
    }),
  });
  const told = { id, redacted, superseded, notices };
  const isKnown = did === 'known' || did === 'reinforced';
  if (against !== undefined && !isKnown)
    return { ...told, did: 'waits for review', because: `it contradicts ${against}, which is trusted more` };
  return did === 'added' && review ? { ...told, did: 'waits for review', because: review } : { ...told, did };
}

/** Puts an agent's words in the place of a memory's. A memory that did not come from an agent stays, and the words wait for review. */
export async function correctForAgent(
  ask: ToolContext,
  { id, text, because }: { id: string; text: string; because?: string | undefined },
): Promise<AgentMemoryReport> {
  const before = await ask.call('get', { id });
  const { type, tags, files, symbols, scope, scopeOf, reach, halfLifeDays, expiresAt } = before;
  const draft = { text, type, tags, files, symbols, scope, scopeOf, reach, halfLifeDays, expiresAt };
  if (!isAgents(before)) return rememberForAgent(ask, draft, because, before.id);
  const key = before.key ?? `corrects.${before.id}`;
  // The newer takes the place of the older by their key, so that the older stays as what was said before.
  if (before.key === null) await ask.call('change', { id: before.id, to: { key } });
  return rememberForAgent(ask, { ...draft, key }, because);
}

/** Has a memory forgotten that agents wrote. Of any other the wish waits for the person, and the memory holds on. */
export async function forgetForAgent(
  ask: ToolContext,
  { id, because }: { id: string; because?: string | undefined },
): Promise<{ memory: Memory; isForgotten: boolean }> {
  const memory = await ask.call('get', { id });
  if (!isAgents(memory)) {
    await ask.call('suggestForget', { id: memory.id, ...(because && { because }) });
    return { memory, isForgotten: false };
  }
  const { forgotten } = await ask.call('forget', { ids: [memory.id], keepMessages: true });
  return { memory: forgotten[0] ?? memory, isForgotten: true };
}

export const forgottenText = ({ memory, isForgotten }: { memory: Memory; isForgotten: boolean }): string =>
  isForgotten
    ? `Deleted: ${flat(memory.text)}`
    : `Not deleted: memory ${memory.id} was not written by an agent. It stays until the user decides (\`sqrl review\`).`;

/** Only agents stated it, so an agent may withdraw it. */
const isAgents = ({ source, verified, pinned, evidence }: FullMemory): boolean =>
  source === 'agent_explicit' &&
  !verified &&
  !pinned &&
  evidence.every(({ proof }) => proof === 'agent_statement');
