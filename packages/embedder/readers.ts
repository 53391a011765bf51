import { availableParallelism } from 'node:os';
import { type Match, rarityOf, tokenMatches } from './late-interaction.ts';
import type { TextComparison } from './local-model.ts';
import type { OnDemand } from './on-demand.ts';
import type { ReaderThreadAnswer, ReaderThreadJob } from './worker.ts';

type ReaderThread = OnDemand<ReaderThreadJob, ReaderThreadAnswer>;

/** What is asked of all readers alike. */
interface ComparisonQuestion {
  question: string;
  /** Whether nothing else was asked of the model before. */
  isFirst: boolean;
}

/** One or two threads that read texts for a question. */
export interface ReaderThreads {
  match(asked: ComparisonQuestion, texts: readonly string[], before: readonly string[]): Promise<Match[]>;
  readonly running: boolean;
  stop(): Promise<void>;
}

/**
 * Has texts matched by one thread, and by two as soon as the second is there. That one is started by a match that is not
 * the first thing asked: many a process asks one question, and need not wait for all models to load.
 */
export function openReaders(
  first: ReaderThread,
  second: ReaderThread,
  cores = availableParallelism(),
): ReaderThreads {
  let loaded = false;

  function helper(isFirst: boolean): ReaderThread | undefined {
    if (second.running) return loaded ? second : undefined;
    loaded = false;
    if (!isFirst && cores > 1)
      second.ask({ embed: [] }).then(
        () => {
          loaded = true;
        },
        // Whoever comes next tries again; the first one reads everything meanwhile.
        () => {},
      );
    return undefined;
  }

  return {
    async match({ isFirst, ...asked }, texts, before) {
      const other = helper(isFirst);
      const places = [...texts.keys()];
      const shares = [
        { thread: first, places: other ? places.filter((i) => !isOthers(texts[i]!)) : places },
        ...(other ? [{ thread: other, places: places.filter((i) => isOthers(texts[i]!)) }] : []),
      ];
      const seen = await Promise.all(
        shares.map(async ({ thread, places: its }) => {
          const job = { ...asked, texts: its.map((i) => texts[i]!), before: its.map((i) => before[i] ?? '') };
          return (await thread.ask(job, true)) as TextComparison;
        }),
      );
      const near: TextComparison['near'] = [];
      for (const [n, { near: its }] of seen.entries())
        its.forEach((each, i) => {
          near[shares[n]!.places[i]!] = each;
        });
      const holding = seen.map((each) => each.holding).reduce((a, b) => a.map((count, i) => count + b[i]!));
      return tokenMatches(near, rarityOf(holding, texts.length));
    },
    get running() {
      return first.running || second.running;
    },
    async stop() {
      await Promise.all([first.stop(), second.stop()]);
    },
  };
}

/** Always the same half of all texts, so that what a thread has read it need not read again. */
function isOthers(text: string): boolean {
  let sum = text.length;
  for (let i = 0; i < text.length; i += 7) sum += text.charCodeAt(i);
  return sum % 2 === 1;
}
