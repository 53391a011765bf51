import { message } from '../../base/messages.ts';
import { guardsFor } from '../../learn/guards/guards-for.ts';
import type { SessionActions } from '../../learn/guards/session-actions.ts';
import type { Memory } from '../../model/memory.ts';
import type { AgentAction, Trigger } from '../../model/trigger.ts';
import { type DeliveryCandidate, type DeliveryText, SILENCE } from './delivery-text.ts';
import { inFewLines, MAX_GUARD_TOKENS } from './line.ts';

/** What may apply to a step. */
export interface Guards {
  /** Memories with a trigger. */
  triggered: readonly Memory[];
  /** Guards without one that are about exactly the files or symbols of the step. */
  about: readonly DeliveryCandidate[];
}

/** So many lines before a step, at the most. */
const MAX_LINES = 2;

/**
 * Guards for exactly the step that is about to be taken: those whose trigger it meets, then those about the very file or
 * symbol that is to be changed.
 */
export function beforeStep(
  { triggered, about }: Guards,
  { action, doings, told }: { action: AgentAction; doings: SessionActions; told: ReadonlySet<string> },
  tokens: number,
): DeliveryText {
  const guards = triggered.map((memory) => ({
    memory,
    id: memory.id,
    trigger: memory.trigger!,
    confidence: memory.confidence,
  }));
  const met = guardsFor(guards, { action, doings, shown: told }).map(({ memory, trigger }) => ({
    memory,
    why: message('deliver.trigger', { trigger: inWords(trigger) }),
  }));
  const known = new Set(met.map(({ memory }) => memory.id));
  const isChange = action.tool === 'edit' || action.tool === 'write';
  const others = isChange
    ? about
        .filter(({ memory }) => !told.has(memory.id) && !known.has(memory.id) && memory.trigger === null)
        .toSorted(surestFirst)
    : [];
  const items = [...met, ...others];
  return items.length === 0
    ? SILENCE
    : inFewLines(items, { lines: MAX_LINES, each: MAX_GUARD_TOKENS, tokens });
}

export const surestFirst = ({ memory: a }: DeliveryCandidate, { memory: b }: DeliveryCandidate): number =>
  Number(b.tier === 'emergency') - Number(a.tier === 'emergency') ||
  Number(b.verified) - Number(a.verified) ||
  b.confidence - a.confidence ||
  (a.id < b.id ? -1 : 1);

const inWords = ({ tool, command, file, given }: Trigger): string =>
  [tool, command && `\`${command}\``, file, given].filter((part) => part !== null).join(', ');
