// Joins the program's hundreds of files into a few: loading each by itself took most of a command's time.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The oldest Node that `engines` allows. */
export const OLDEST_NODE = 'node22.20';

/** What brings files of its own, which are found through its package. */
const OUTSIDE = [
  'web-tree-sitter',
  'playwright-core',
  '@sparticuz/chromium',
  /^@repomix\/tree-sitter-wasms/,
  /^@lat\.md\//,
  // An adapter's library is its user's own.
  'langchain',
  // 27 MB that only a hub without PostgreSQL needs.
  '@electric-sql/pglite',
  // Only a hub with accounts needs it.
  /^(@better-auth\/scim|better-auth)/,
  // Of pg, where there are any: a native binding and a runtime that is not Node.
  'pg-native',
  /^cloudflare:/,
];

/** Entries of the package for one library each, besides `packages/sdk/sdk.ts`. */
export const ADAPTERS: readonly string[] = [
  'ai-sdk',
  'claude-agent',
  'openai-agents',
  'langchain',
  'mastra',
].map((name) => `packages/sdk/adapters/${name}.ts`);

/** What is started by its own path: programs, and what runs in a thread. */
const started = (): string[] => [
  'packages/squirrel/sqrl.ts',
  'packages/sdk/sdk.ts',
  ...ADAPTERS,
  'packages/embedder/bundled.ts',
  'packages/squirrel/cli/progress.ts',
  ...globSync('packages/*/{,!(node_modules)/**/}{worker,*-worker}.ts', { cwd: root }).map((path) =>
    path.replaceAll(sep, '/'),
  ),
];

/**
 * What many commands and verbs share, in a few files instead of one for each set of sharers: to find and load 133 files took a
 * fifth of what `sqrl list` takes. `minShareCount` is a number of entries and dynamic imports.
 */
const SHARED = [
  // Threads and programs of others need no more than these three.
  {
    name: 'base',
    test: /base.(?:wasm|problem|memo|edit-distance|shell.command|text.(?:tokens|content-words)|terminal.width)/,
    minShareCount: 2,
    priority: 7,
  },
  { name: 'thread', test: /base.thread\.ts$/, priority: 6 },
  { name: 'model', test: /base.model.[\w-]+(?<!schemas)\.ts$/, minShareCount: 8, priority: 6 },
  // What reaches a daemon, for commands and the SDK; then what every command needs besides: no schema and nothing of stores.
  {
    name: 'door',
    test: /squirrel.(?:places|protocol.http-client)\.ts$|base.pauses\.ts$/,
    minShareCount: 2,
    priority: 5,
  },
  { name: 'start', test: /squirrel.cli.[\w-]+\.ts$|base.terminal./, minShareCount: 2, priority: 4 },
  { name: 'zod', test: /node_modules.zod/, minShareCount: 40, priority: 3 },
  { name: 'redact', test: /packages.base.redact/, priority: 2 },
  {
    name: 'common',
    test: /packages.(?:base|squirrel.(?:store|workspace|protocol|clients.client))/,
    minShareCount: 30,
    priority: 1,
  },
] as const;

/** Bundles the program into a folder next to `packages`, and `more` entries with it. */
export const bundle = (out: string, more: readonly string[] = []): Promise<void> =>
  bundleEntries(out, [...started(), ...more]);

/** Bundles the hub's program into a folder. */
export const bundleHub = (out: string): Promise<void> => bundleEntries(out, ['packages/hub/main.ts']);

async function bundleEntries(out: string, entries: readonly string[]): Promise<void> {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((path) => [nameOf(path), path])),
    platform: 'node',
    // What a bundler cannot follow, such as a UMD file, is often only the older of two.
    resolve: { mainFields: ['module', 'main'] },
    external: OUTSIDE,
    // The oldest Node that runs it: newer syntax, such as `using`, is written out.
    transform: { target: OLDEST_NODE },
    plugins: [ownAddresses(out), licences()],
  });
  await build.write({
    dir: out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
    codeSplitting: { groups: [...SHARED] },
  });
  await build.close();
}

const nameOf = (path: string): string => path.replace(/^packages\//, '').replace(/\.ts$/, '');

/**
 * Lets a file of a package find the files next to it, though its code moved into another file: its own address is the one it
 * would have if every file were built by itself. Other files keep the address of their source.
 */
function ownAddresses(out: string): Plugin {
  const MARK = /__ADDRESS_OF__\("([^"]+)"\)/g;
  return {
    name: 'own-addresses',
    transform(code, id) {
      const path = relative(root, id).replaceAll(sep, '/');
      if (!code.includes('import.meta.url') || path.startsWith('node_modules/')) return null;
      const at = path.startsWith('packages/') ? `${nameOf(path)}.js` : `../${path}`;
      return code.replaceAll('import.meta.url', `__ADDRESS_OF__("${at}")`);
    },
    renderChunk(code, { fileName }) {
      if (!MARK.test(code)) return null;
      return code.replaceAll(MARK, (_, at) => {
        const way = relative(dirname(`${out}/${fileName}`), `${out}/${at}`).replaceAll(sep, '/');
        return `new URL("${way.startsWith('.') ? way : `./${way}`}", import.meta.url).href`;
      });
    },
  };
}

/** Names the file, below a bundle's folder, that lists the folders of the packages whose code went in; `sbom.ts` takes it. */
export const BUNDLED_PACKAGES = 'bundled-packages.json';

/** Writes down the license of every package whose code went in, and which packages these are. */
export function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle() {
      const found = new Set(
        [...this.getModuleIds()].flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
      );
      const folders = [...found].sort();
      this.emitFile({
        type: 'asset',
        fileName: 'LICENCES.txt',
        source: folders.map(licenceOf).join('\n\n'),
      });
      const names = folders.map((folder) => relative(root, folder).replaceAll(sep, '/'));
      this.emitFile({ type: 'asset', fileName: BUNDLED_PACKAGES, source: JSON.stringify(names) });
    },
  };
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE'].find((one) =>
    existsSync(`${folder}/${one}`),
  );
  return `${name} ${version} (${license})\n${file ? readFileSync(`${folder}/${file}`, 'utf8').trim() : ''}`;
}
