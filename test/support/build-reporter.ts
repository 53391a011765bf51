import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';
import { isBuilt } from '../../scripts/source-state.ts';

/** Says after failures that `bin/sqrl.mjs`, which many tests start, runs an old build or has none. */
export default class BuildReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const hasFailed = modules.some((module) => module.state() === 'failed');
    if (!hasFailed || isBuilt(fileURLToPath(new URL('../..', import.meta.url)))) return;
    console.log(
      'dist/ was not built from these sources, and tests that start bin/sqrl.mjs or the dashboard ran what is there. Run: npm run build, then what failed.',
    );
  }
}
