// Bundles the benchmarks as the program is bundled, so that they measure what people run.
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.ts';

await bundle(fileURLToPath(new URL('../.bench', import.meta.url)), ['bench/run.ts']);
