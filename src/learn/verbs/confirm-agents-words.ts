import { message } from '../../base/messages.ts';
import { agreementIn } from '../../base/text/agreement.ts';
import { contentWords } from '../../base/text/content-words.ts';
import type { Memory } from '../../model/memory.ts';
import { answersBeforePrompts } from '../../store/events/agents-turn.ts';
import { memoryAt, rowById } from '../../store/memory/memories.ts';
import { stepsOfMemory } from '../../store/memory/steps.ts';
import type { Store } from '../../store/store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { asksToConfirm } from '../statements/agreement.ts';
import { broughtBy } from './agents-turn.ts';
import { change } from './change.ts';
import { rightFrom } from './people.ts';

/**
 * Confirms what an agent had remembered where it told the person so and the person agreed at once. Once only: a person who
 * takes that back is not overruled.
 */
export async function confirmAgentsWords(engine: Engine): Promise<string[]> {
  const confirmed: string[] = [];
  for (const { answer, message: told, prompt } of answersBeforePrompts(engine.own.store)) {
    if (!isAgreement(told, prompt)) continue;
    for (const id of broughtBy(answer)) {
      const memory = agentsMemory(
        engine.indexedStores.map(({ store }) => store),
        id,
      );
      if (!memory || !isTold(memory.text, told)) continue;
      const why = message('why.confirmedInSession');
      await change(engine, id, rightFrom(memory), { did: 'confirmed', why });
      confirmed.push(id);
    }
  }
  return confirmed;
}

/** A mere "ok" may be to anything, unless the agent asked whether it is so. */
function isAgreement(told: string, prompt: string): boolean {
  const agreement = agreementIn(prompt);
  if (!agreement || agreement.amendment !== null) return false;
  return agreement.settles || asksToConfirm(told);
}

/** Whether the agent told the person what it had remembered. */
function isTold(text: string, told: string): boolean {
  const [words, heard] = [contentWords(text), contentWords(told)];
  return words.size > 0 && [...words].filter((word) => heard.has(word)).length >= MIN_TOLD * words.size;
}

const MIN_TOLD = 0.6;

/** A memory that only agents speak for, and that nobody has agreed to yet. */
function agentsMemory(stores: readonly Store[], id: string): Memory | undefined {
  for (const store of stores) {
    const row = rowById(store, id);
    const memory = row === undefined ? undefined : memoryAt(store, row);
    if (memory?.source !== 'agent_explicit' || memory.status === 'deprecated') continue;
    if (memory.verified || memory.tainted) continue;
    const wasConfirmed = stepsOfMemory(store, id).some(({ why }) => why.code === 'why.confirmedInSession');
    if (!wasConfirmed) return memory;
  }
  return undefined;
}
