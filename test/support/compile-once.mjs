// Comes into every process of the tests before anything else. Where the build is of these sources, threads of ours run
// what is built, as commands do, which is loaded sooner.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';

const { TESTED_PROGRAM } = process.env;
const { Worker } = threads;

const dist = TESTED_PROGRAM?.endsWith('.js')
  ? `${pathToFileURL(dirname(dirname(TESTED_PROGRAM)))}/`
  : undefined;
const sources = new URL('../../packages/', import.meta.url).href;

/** @param {string | URL} program */
function built(program) {
  if (!dist || !(program instanceof URL) || !program.href.startsWith(sources)) return program;
  const same = new URL(program.href.replace(sources, dist).replace(/\.ts$/, '.js'));
  return existsSync(same) ? same : program;
}

threads.Worker = new Proxy(Worker, {
  /** @param {ConstructorParameters<typeof Worker>} given */
  construct: (_, [program, options]) => new Worker(built(program), options),
});
syncBuiltinESMExports();
