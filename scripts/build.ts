// Builds what the package ships: the WebAssembly kernels and the compiled TypeScript.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => `${root}node_modules/.bin/${name}`;
const run = (command: string, args: string[]) => execFileSync(command, args, { cwd: root, stdio: 'inherit' });

rmSync(`${root}dist`, { recursive: true, force: true });
mkdirSync(`${root}dist/wasm`, { recursive: true });
for (const file of readdirSync(`${root}wasm`).filter((name) => name.endsWith('.ts'))) {
  const out = `dist/wasm/${file.replace(/\.ts$/, '.wasm')}`;
  // Memory is imported so that the caller decides its size; no runtime, so that the module is only its loops.
  const features = ['--enable', 'simd', ...(file.includes('relaxed') ? ['--enable', 'relaxed-simd'] : [])];
  run(bin('asc'), [
    `wasm/${file}`,
    '-o',
    out,
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--importMemory',
    ...features,
  ]);
}
mkdirSync(`${root}dist/models`);
writeFileSync(
  `${root}dist/models/tokenizer.json`,
  JSON.stringify(withWordList(`${root}models/tokenizer.json`)),
);
run(bin('tsc'), ['-p', 'tsconfig.build.json']);
// Of the tokenizer's package, which has every vocabulary there is in several forms, only the one that is used.
run(bin('rolldown'), [
  'node_modules/gpt-tokenizer/esm/encoding/cl100k_base.js',
  '--file',
  'dist/words/token-counter.js',
  '--format',
  'esm',
  '--minify',
]);

/** The tokenizer with its 30,000 words as a list: as an object's keys they take five times as long to load. */
function withWordList(path: string): object {
  const { model, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
  const words = Object.keys(model.vocab).sort((a, b) => model.vocab[a] - model.vocab[b]);
  if (words.some((word, id) => model.vocab[word] !== id)) throw new Error(`${path} leaves out numbers.`);
  return { ...rest, model: { ...model, vocab: { [model.unk_token]: model.vocab[model.unk_token] } }, words };
}
