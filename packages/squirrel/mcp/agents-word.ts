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
 * bring back what a person has rejected.
 */
export async function rememberForAgent(
  ask: ToolContext,
  draft: AgentsDraft,
  because: string | undefined,
): Promise<AgentMemoryReport> {
  const told = await ask.call('remember', asAgent(ask, draft, because));
  const { id, did, redacted, superseded, notices, review } = told;
  const waits = did === 'added' && review;
  return {
    id,
    did: waits ? 'waits for review' : did,
    redacted,
    superseded,
    ...(waits && { because: review }),
    notices,
  };
}

/** Puts an agent's words in the place of a memory's. A memory that did not come from an agent stays, and the words wait for review. */
export async function correctForAgent(
  ask: ToolContext,
  { id, text, because }: { id: string; text: string; because?: string | undefined },
): Promise<AgentMemoryReport> {
  const before = await ask.call('get', { id });
  const { type, tags, files, symbols, scope, scopeOf, reach, halfLifeDays, expiresAt } = before;
  const draft = { text, type, tags, files, symbols, scope, scopeOf, reach, halfLifeDays, expiresAt };
  if (!isAgents(before)) return keepForReview(ask, draft, before.id, because);
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

async function keepForReview(
  ask: ToolContext,
  { key: _, ...draft }: AgentsDraft,
  against: string,
  because: string | undefined,
): Promise<AgentMemoryReport> {
  const { id, did, redacted, notices } = await ask.call('remember', {
    ...asAgent(ask, draft, because),
    needsReview: true,
    relations: [{ kind: 'conflicts', to: against, confidence: 0.5 }],
  });
  return {
    id,
    did: did === 'known' || did === 'reinforced' ? did : 'waits for review',
    redacted,
    superseded: [],
    because: `it contradicts ${against}, which is trusted more`,
    notices,
  };
}

const asAgent = (ask: ToolContext, draft: AgentsDraft, because: string | undefined): Input<'remember'> => ({
  ...draft,
  ...agentsWord(ask.now(), because?.trim() || null),
});

/** Only agents stated it, so an agent may withdraw it. */
const isAgents = ({ source, verified, pinned, evidence }: FullMemory): boolean =>
  source === 'agent_explicit' &&
  !verified &&
  !pinned &&
  evidence.every(({ proof }) => proof === 'agent_statement');
