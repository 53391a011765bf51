// Builds what the package ships: the WebAssembly kernels and the bundled program.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.ts';
import { bundleHook } from './bundle-hook.ts';
import { buildDashboard } from './dashboard.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => `${root}node_modules/.bin/${name}`;
const run = (command: string, args: string[]) => execFileSync(command, args, { cwd: root, stdio: 'inherit' });

// Built beside, and moved when it is whole: whoever runs the old one meanwhile finds all of it.
const out = 'dist.new';
for (const left of [out, 'dist.old']) rmSync(`${root}${left}`, { recursive: true, force: true });
mkdirSync(`${root}${out}/wasm`, { recursive: true });
for (const file of readdirSync(`${root}wasm`).filter((name) => name.endsWith('.ts'))) {
  // Memory is imported so that the caller decides its size; no runtime, so that the module is only its loops.
  const features = ['--enable', 'simd', ...(file.includes('relaxed') ? ['--enable', 'relaxed-simd'] : [])];
  run(bin('asc'), [
    `wasm/${file}`,
    '-o',
    `${out}/wasm/${file.replace(/\.ts$/, '.wasm')}`,
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--importMemory',
    ...features,
  ]);
}
mkdirSync(`${root}${out}/models`);
writeFileSync(
  `${root}${out}/models/tokenizer.json`,
  JSON.stringify(withWordList(`${root}models/tokenizer.json`)),
);
await bundle(`${root}${out}`);
await bundleHook(`${root}${out}`);
await buildDashboard(`${root}${out}/dashboard`);
if (existsSync(`${root}dist`)) renameSync(`${root}dist`, `${root}dist.old`);
renameSync(`${root}${out}`, `${root}dist`);
rmSync(`${root}dist.old`, { recursive: true, force: true });

/** The tokenizer with its 30,000 words as a list: as an object's keys they take five times as long to load. */
function withWordList(path: string): object {
  const { model, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
  const words = Object.keys(model.vocab).sort((a, b) => model.vocab[a] - model.vocab[b]);
  if (words.some((word, id) => model.vocab[word] !== id)) throw new Error(`${path} leaves out numbers.`);
  return { ...rest, model: { ...model, vocab: { [model.unk_token]: model.vocab[model.unk_token] } }, words };
}
