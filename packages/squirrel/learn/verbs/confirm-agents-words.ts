import { agreementIn } from '@sqrl/base/text/agreement.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { answersBeforePrompts } from '../../store/events/agents-turn.ts';
import { stepsOfMemory } from '../../store/memory/steps.ts';
import { type StoredMemory, storedMemories, storesOf } from '../../workspace/lookup.ts';
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
      const found = storedMemories(storesOf(engine), id).find(isOnlyAgents);
      if (!found || !isTold(found.memory.text, told)) continue;
      const why = CONFIRMED;
      await change(engine, id, rightFrom(found.memory), { did: 'confirmed', why });
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

function isTold(text: string, told: string): boolean {
  const [words, heard] = [contentWords(text), contentWords(told)];
  return words.size > 0 && [...words].filter((word) => heard.has(word)).length >= MIN_TOLD * words.size;
}

const MIN_TOLD = 0.6;

/** Only agents speak for it, and nobody has agreed to it yet. */
const isOnlyAgents = ({ store, memory }: StoredMemory): boolean =>
  memory.source === 'agent_explicit' &&
  memory.status !== 'deprecated' &&
  !memory.verified &&
  !memory.tainted &&
  !stepsOfMemory(store, memory.id).some(({ why }) => why === CONFIRMED);

const CONFIRMED = 'the person agreed to it in the session';
