import { contentWords } from '../../base/text/content-words.ts';
import type { Memory } from '../../model/memory.ts';
import { redactSync } from '../../redact/redact.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type DeliveryText, SILENCE } from '../deliver/delivery-text.ts';
import { isWorthQuoting, isWorthReading, saidBefore } from '../deliver/said-before.ts';
import { whatWasSaid } from '../passages/said.ts';
import { withoutKnown } from '../passages/shown.ts';
import { isMeasured } from './context-hits.ts';
import type { DeliveryContext } from './deliver-moments.ts';

const MAX_QUOTES = 3;
/** The reranker reads few, because a hook waits for it. */
const MAX_READ = 4;

/**
 * What was said in past sessions about the task that a prompt begins; mostly nothing. Never what stands in the same
 * session, was said after foreign text, was withdrawn, or says what a memory among the others says.
 */
export async function saidAboutTask(
  engine: Engine,
  prompt: string,
  { listener, quoted, room }: Pick<DeliveryContext, 'listener' | 'quoted' | 'room'>,
  known: readonly Pick<Memory, 'text'>[],
): Promise<DeliveryText> {
  if (!engine.settings.delivery.quotes || !isMeasured(engine)) return SILENCE;
  const words = contentWords(prompt);
  const answers = await whatWasSaid(engine, {
    question: prompt,
    limit: MAX_QUOTES,
    mostRead: MAX_READ,
    may: (hit) =>
      hit.passage.session !== listener.session &&
      !quoted.has(hit.passage.event) &&
      isWorthReading(hit, words) &&
      redactSync(hit.passage.text).found.length === 0,
  });
  return saidBefore(withoutKnown(answers.filter(isWorthQuoting), known), room);
}
