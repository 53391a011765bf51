// Builds what the package ships: the WebAssembly kernels and the bundled program.
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BUNDLED_PACKAGES, bundle, bundleHub } from './bundle.ts';
import { bundleHook } from './bundle-hook.ts';
import { buildDashboard } from './dashboard.ts';
import { writeSbom } from './sbom.ts';
import { writeSdkTypes } from './sdk-types.ts';
import { isBuilt, MADE_OF, sourceState } from './source-state.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const MODELS = `${root}packages/embedder/models/`;
const run = promisify(execFile);

// What an earlier command built of the same sources, as `npm install` does before `npm test`, is not built again.
if (isBuilt(root)) {
  console.log('Build is up to date.');
  process.exit();
}

const state = sourceState(root);
// Built next to the old build and moved when complete: a process that runs the old one keeps all of its files.
const out = 'dist.new';
const HUB = 'packages/hub/dist';
for (const left of [out, 'dist.old', `${HUB}.new`])
  rmSync(`${root}${left}`, { recursive: true, force: true });
mkdirSync(`${root}${out}/wasm`, { recursive: true });
mkdirSync(`${root}${out}/models`);
writeFileSync(`${root}${out}/models/tokenizer.json`, JSON.stringify(withWordList(`${MODELS}tokenizer.json`)));
for (const file of readdirSync(MODELS).filter((name) => name.endsWith('.safetensors')))
  putLink(`${MODELS}${file}`, `${root}${out}/models/${file}`);
await Promise.all([
  buildKernels(),
  bundle(`${root}${out}`).then(() => bundleHook(`${root}${out}`)),
  bundleHub(`${root}${HUB}.new`),
  buildDashboard(`${root}${out}/dashboard`),
]).catch((trouble) => {
  // What a compiler complains of stands in what it printed.
  console.error(trouble.stdout ?? '', trouble.stderr ?? '');
  throw trouble;
});
writeSdkTypes(`${root}${out}`);
writeSbom(root, `${root}${out}`);
writeFileSync(`${root}${out}/${MADE_OF}`, state);
rmSync(`${root}${HUB}.new/${BUNDLED_PACKAGES}`);
rmSync(`${root}${HUB}`, { recursive: true, force: true });
renameSync(`${root}${HUB}.new`, `${root}${HUB}`);
if (existsSync(`${root}dist`)) renameSync(`${root}dist`, `${root}dist.old`);
renameSync(`${root}${out}`, `${root}dist`);
rmSync(`${root}dist.old`, { recursive: true, force: true });

/** Puts a large file into the build without a second copy of it, where the file system can. */
function putLink(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

async function buildKernels(): Promise<void> {
  for (const file of readdirSync(`${root}packages/embedder/wasm`).filter((name) => name.endsWith('.ts'))) {
    // Memory is imported so that the caller decides its size; no runtime, so that the module is only its loops.
    const features = ['--enable', 'simd', ...(file.includes('relaxed') ? ['--enable', 'relaxed-simd'] : [])];
    const to = `${out}/wasm/${file.replace(/\.ts$/, '.wasm')}`;
    await run(
      `${root}node_modules/.bin/asc`,
      [
        `packages/embedder/wasm/${file}`,
        '-o',
        to,
        '-O3',
        '--noAssert',
        '--runtime',
        'stub',
        '--importMemory',
        ...features,
      ],
      { cwd: root },
    );
  }
}

/** The tokenizer with its 30,000 words as a list: as an object's keys they take five times as long to load. */
function withWordList(path: string): object {
  const { model, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
  const words = Object.keys(model.vocab).sort((a, b) => model.vocab[a] - model.vocab[b]);
  if (words.some((word, id) => model.vocab[word] !== id))
    throw new Error(`${path} has gaps in its token ids.`);
  return { ...rest, model: { ...model, vocab: { [model.unk_token]: model.vocab[model.unk_token] } }, words };
}
