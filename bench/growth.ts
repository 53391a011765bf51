import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { excessGrowth } from '@sqrl/base/testing/growth.ts';
import { reading, repeating, TOKENS } from '../test/support/growing-texts.ts';
import type { Bench } from './bench.ts';
import { diceOf } from './secrets/dice.ts';

/** Length of the texts, and the CPU time below which a measurement says nothing. */
const [LENGTH, MIN_MS] = [8_000, 40];
const MAX_TOKENS = 4;

/** Random texts for the functions that read foreign text, whose CPU time may only grow with the length of the text. */
export const growth: Bench = {
  summary: 'Functions that take more than linear time on a random foreign text (--runs N, --seed N)',
  async run({ flags, print }) {
    const [runs, seed] = [Number(flags.runs ?? 1000), Number(flags.seed ?? Date.now() % 1e6)];
    // Loaded as they are in the sources: a bundle does not have them by their names.
    const listed = pathToFileURL(join(process.cwd(), 'test/support/stranger-texts.ts')).href;
    const { textReaders } = (await import(listed)) as typeof import('../test/support/stranger-texts.ts');
    const readers = [...(await textReaders())];
    const dice = diceOf(seed);
    const token = () => TOKENS[dice.below(TOKENS.length)]!;
    const maybe = () => (dice.below(2) === 0 ? '' : token());
    const faults: { reader: string; before: string; repeated: string; after: string; grew: string }[] = [];
    for (let run = 0; run < runs; run++) {
      const [reader, read] = readers[dice.below(readers.length)]!;
      const repeated = Array.from({ length: 1 + dice.below(MAX_TOKENS) }, token).join('');
      const [before, after] = [maybe(), maybe()];
      const made = (length: number) => before + repeating(repeated)(length) + after;
      const grew = excessGrowth(reading(read, made), LENGTH, MIN_MS);
      if (grew) faults.push({ reader, before, repeated, after, grew });
    }
    print(`${runs} texts of seed ${seed}, ${readers.length} functions: ${faults.length} faults`);
    for (const fault of faults) print(`FAULT ${JSON.stringify(fault)}`);
    if (faults.length > 0) process.exitCode = 1;
    return { runs, seed, functions: readers.length, faults };
  },
};
