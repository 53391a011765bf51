import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** Compiles one of the kernels that the build has made of those below wasm/. */
export const compileKernel = (name: string): WebAssembly.Module => new WebAssembly.Module(read(name));

/**
 * Whether a kernel with relaxed SIMD is the quicker one here. It is where the CPU multiplies bytes in one instruction, and
 * less than half as fast as a plain one where it does not (docs/decisions/0005-embedder.md). Engines do not tell which
 * it is; Linux does, and calls that instruction by one of these names.
 */
export const isRelaxedQuicker = (name: string, instructions: readonly string[]): boolean =>
  listsOneOf(instructions) && WebAssembly.validate(read(name));

const read = (name: string) => readFileSync(new URL(`../../../dist/wasm/${name}.wasm`, import.meta.url));

function listsOneOf(instructions: readonly string[]): boolean {
  const listed = new Set(firstCpu().split(/\s+/));
  return instructions.some((each) => listed.has(each));
}

function firstCpu(): string {
  try {
    const file = openSync('/proc/cpuinfo', 'r');
    try {
      // Not the whole file: on a server with hundreds of cores Linux takes long to write it.
      const start = Buffer.alloc(8192);
      return start.toString('latin1', 0, readSync(file, start, 0, start.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
