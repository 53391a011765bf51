import type { Memory } from '../../model/memory.ts';
import { redactSync } from '../../redact/redact.ts';
import { countPassages } from '../../store/passages/passage-vectors.ts';
import { countPassagesWithPhrase } from '../../store/passages/passage-words.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type DeliveryText, SILENCE } from '../deliver/delivery-text.ts';
import {
  isWorthQuoting,
  isWorthReading,
  MAX_QUOTES,
  saidBefore,
  taskWordsOf,
} from '../deliver/said-before.ts';
import { whatWasSaid } from '../passages/said.ts';
import { withoutKnown } from '../passages/shown.ts';
import { isMeasured } from './context-hits.ts';
import type { DeliveryContext } from './deliver-moments.ts';

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
  const task = taskWordsOf(prompt, rarityIn(engine));
  if (task === undefined) return SILENCE;
  const answers = await whatWasSaid(engine, {
    question: prompt,
    limit: MAX_QUOTES,
    mostRead: MAX_READ,
    may: (hit) =>
      hit.passage.session !== listener.session &&
      !quoted.has(hit.passage.event) &&
      isWorthReading(hit, task) &&
      redactSync(hit.passage.text).found.length === 0,
  });
  return saidBefore(withoutKnown(answers.filter(isWorthQuoting), known), task, room);
}

/** A name is rare that stands in at most this share of the passages, or in so few. */
const RARE_SHARE = 0.02;
const FEW = 5;

/** Tells whether passages hold a name, and few of them. */
function rarityIn({ indexedStores }: Engine): (name: string) => boolean {
  const stores = indexedStores.map(({ store }) => store);
  const total = stores.reduce((sum, store) => sum + countPassages(store), 0);
  const most = Math.max(FEW, RARE_SHARE * total);
  return (name) => {
    const holding = stores.reduce((sum, store) => sum + countPassagesWithPhrase(store, name, most + 1), 0);
    return holding > 0 && holding <= most;
  };
}
