// Comes into every process of the tests before anything else. Threads of ours are started with an empty environment, so
// each would read and compile the sources anew, which took most of its life. What they run is compiled once for all of
// them; and where the build is of these sources, they run what is built, as commands do, which is loaded sooner.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';

const { NODE_COMPILE_CACHE, TESTED_PROGRAM } = process.env;
const { Worker } = threads;

const dist = TESTED_PROGRAM?.endsWith('.js') ? `${pathToFileURL(dirname(TESTED_PROGRAM))}/` : undefined;
const sources = new URL('../../src/', import.meta.url).href;

/** @param {string | URL} program */
function built(program) {
  if (!dist || !(program instanceof URL) || !program.href.startsWith(sources)) return program;
  const same = new URL(program.href.replace(sources, dist).replace(/\.ts$/, '.js'));
  return existsSync(same) ? same : program;
}

/** @param {ConstructorParameters<typeof Worker>} given */
function start(...[program, options]) {
  const { env } = options ?? {};
  const cached = typeof env === 'object' ? { ...options, env: { ...env, NODE_COMPILE_CACHE } } : options;
  return new Worker(built(program), cached);
}

threads.Worker = new Proxy(Worker, {
  /** @param {ConstructorParameters<typeof Worker>} given */
  construct: (_, given) => start(...given),
});
syncBuiltinESMExports();
