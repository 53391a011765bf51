// Comes into every process of the tests before anything else. What threads run is compiled once for all of them: ours are
// started with an empty environment, so each would read and compile the sources anew, which took most of its life.
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

const { NODE_COMPILE_CACHE } = process.env;
const { Worker } = threads;

threads.Worker = class extends Worker {
  /** @param {ConstructorParameters<typeof Worker>} given */
  constructor(...[program, options]) {
    const { env } = options ?? {};
    super(program, typeof env === 'object' ? { ...options, env: { ...env, NODE_COMPILE_CACHE } } : options);
  }
};
syncBuiltinESMExports();
