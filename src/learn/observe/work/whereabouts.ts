import { contentWords, share } from '../../../base/text/content-words.ts';
import type { Signal } from '../signal.ts';
import { mostChanged, seeTask, type Tasks } from './tasks.ts';

/** Which file a kind of work is done in, as the tasks that changed it say. */
export const whereabouts: Signal<{ tasks: Tasks }> = {
  name: 'whereabouts',
  worth: { diagnostic: 0.6, acrossSessions: 0.7, falseAlarms: 0.3 },
  minSessions: 2,
  begin: () => ({ tasks: new Map() }),
  see: ({ tasks }, step) => seeTask(tasks, step),
  finish: ({ tasks }) =>
    [...tasks.values()]
      .filter(({ title }) => title !== '')
      .flatMap(({ episode, title, at, prompt, files, branch, tainted }) =>
        mostChanged(files)
          .slice(0, MAX_FILES)
          .map((file, place) => ({
            matter: file,
            at,
            episode,
            events: [prompt],
            quote: title,
            proof: 'work_done',
            tainted,
            strength: place === 0 ? 0.7 : 0.5,
            branch,
            facts: { file, title },
          })),
      ),
  propose(seen) {
    const titles = distinct(seen.map(({ facts }) => String(facts.title)).reverse());
    if (titles.length < MIN_TITLES) return null;
    const file = String(seen.at(-1)!.facts.file);
    const quoted = titles.slice(0, MAX_SHOWN).map((title) => `“${title}”`);
    const sessions = new Set(seen.map(({ session }) => session)).size;
    return {
      type: 'module_insight',
      // Worth finding, not worth being told unasked.
      confidence: 0.55,
      text: `Recent work in \`${file}\`: ${quoted.join('; ')} (${sessions} sessions).`,
      files: [file],
    };
  },
};

/** A task that changes more says little of any one of them. */
const MAX_FILES = 8;
const MIN_TITLES = 2;
const MAX_SHOWN = 3;

/** Titles that are not about the same, the first of each. */
function distinct(titles: readonly string[]): string[] {
  const kept: { title: string; words: ReadonlySet<string> }[] = [];
  for (const title of titles) {
    const words = contentWords(title);
    if (!kept.some((other) => share(words, other.words) > 0.6)) kept.push({ title, words });
  }
  return kept.map(({ title }) => title);
}
