/** What was guessed for a task, best first, and what was right. */
export interface Guess {
  guess: string[];
  files: readonly string[];
}

/** Recall among the first, and the mean reciprocal rank of the first that is right, in percent. */
export interface Figures {
  at1: number;
  at5: number;
  at10: number;
  mrr: number;
}

export const figuresOf = (guesses: Record<string, readonly Guess[]>): Record<string, Figures> =>
  Object.fromEntries(
    Object.entries(guesses).map(([way, all]) => {
      const mean = (of: (one: Guess) => number) =>
        Math.round((1000 * all.reduce((sum, one) => sum + of(one), 0)) / all.length) / 10;
      const at = (k: number) =>
        mean(
          ({ guess, files }) =>
            files.filter((file) => guess.slice(0, k).includes(file)).length / files.length,
        );
      const mrr = mean(({ guess, files }) => {
        const place = guess.findIndex((path) => files.includes(path));
        return place < 0 ? 0 : 1 / (place + 1);
      });
      return [way, { at1: at(1), at5: at(5), at10: at(10), mrr }];
    }),
  );

/** For each repository the way that is best in all the others, and what it brings in this one. */
export function leftOut(
  repositories: Record<string, Record<string, Figures>>,
  isMeant: (way: string) => boolean,
): Record<string, { way: string; at10: number }> {
  const names = Object.keys(repositories);
  const ways = Object.keys(repositories[names[0]!]!).filter(isMeant);
  return Object.fromEntries(
    names.map((left) => {
      const others = names.filter((name) => name !== left);
      const worth = (way: string) =>
        others.reduce((sum, name) => sum + repositories[name]![way]!.at10, 0) / others.length;
      const way = ways.reduce((best, each) => (worth(each) > worth(best) ? each : best));
      return [left, { way, at10: repositories[left]![way]!.at10 }];
    }),
  );
}
