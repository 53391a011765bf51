import type { Reporter, TestModule } from 'vitest/node';
import { NEEDS, type Need } from './needs.ts';

/** Prints after the summary which tests were skipped because a program is not installed, and how to install it. */
export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<Need, number>();
    for (const { children } of modules) {
      for (const test of children.allTests('skipped')) {
        const { missing } = test.meta();
        if (missing) counts.set(missing, (counts.get(missing) ?? 0) + 1);
      }
    }
    for (const [need, count] of counts) {
      const { name, install } = NEEDS[need];
      const tests = count === 1 ? '1 test that needs' : `${count} tests that need`;
      console.log(
        `Skipped ${tests} ${name}. To run ${count === 1 ? 'it' : 'them'}: ${install}, then npm test.`,
      );
    }
  }
}
