import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The packages, what each may import, and how many lines it may have without its tests; docs/decisions/0002-packages.md says why. */
const PACKAGES: Record<string, { may: readonly string[]; lines: number }> = {
  base: { may: [], lines: 11_480 },
  'code-graph': { may: ['base'], lines: 15_940 },
  embedder: { may: ['base'], lines: 2_470 },
  hub: { may: ['base'], lines: 5_700 },
  squirrel: { may: ['base', 'code-graph', 'embedder'], lines: 83_000 },
  sdk: { may: ['base', 'squirrel'], lines: 3_970 },
  dashboard: { may: ['base', 'squirrel'], lines: 10_950 },
};

/** How many files may stand side by side, tests not counted. */
const MAX_FILES = 30;

/** The rooms from the ground up: each may import those before it, but no room of its own line. */
const FLOORS: readonly (readonly string[])[] = [
  ['base'],
  ['model'],
  ['redact', 'sqlite', 'terminal'],
  ['code-graph', 'embedder', 'llm'],
  ['store'],
  ['workspace'],
  ['clients'],
  ['ingest'],
  ['codebase'],
  ['learn'],
  ['recall'],
  ['exchange'],
  ['panel'],
  ['verbs.ts'],
  ['daemon'],
];
const BELOW_DAEMON = FLOORS.slice(0, -1).flat();
const doors = ['cli', 'mcp', 'hooks', 'sdk'];

/** What each room may import besides itself. A room that is not named here may import nothing. */
const may: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    FLOORS.flatMap((rooms, floor) => rooms.map((room) => [room, FLOORS.slice(0, floor).flat()])),
  ),
  protocol: ['base', 'model'],
  // No workspace, no memories.
  'code-graph': ['base', 'model', 'redact', 'sqlite'],
  embedder: ['base', 'model'],
  llm: ['base', 'model'],
  // The server that homes share memories through knows no home.
  hub: ['base', 'model', 'redact', 'terminal'],
  // A client's hooks answer in the protocol's words.
  clients: ['base', 'model', 'redact', 'embedder', 'llm', 'store', 'workspace', 'protocol'],
  'verbs.ts': [...BELOW_DAEMON, 'protocol'],
  daemon: [...BELOW_DAEMON, 'protocol'],
  ...Object.fromEntries(doors.map((room) => [room, ['base', 'model', 'protocol']])),
  // It has the table of events in it at which clients call it; a test below holds it to that.
  hooks: ['base', 'model', 'protocol', 'clients'],
  // It sets up clients.
  cli: ['base', 'model', 'terminal', 'protocol', 'clients'],
  // Agents that it runs get the tools of the MCP server in their own process.
  sdk: ['base', 'model', 'protocol', 'mcp'],
  // A page in a browser.
  dashboard: ['base', 'model', 'protocol'],
};

const files = globSync('packages/*/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/{node_modules,dist}/**', 'packages/embedder/{wasm,models}/**'],
})
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.d.ts') && file !== 'packages/dashboard/vite.config.ts');
const known = new Set(files);
const packageOf = (file: string): string => file.split('/')[1]!;
const isTest = (file: string): boolean => file.endsWith('.test.ts') || file.includes('/testing/');

/** Rooms of their own in the lowest package. */
const BASE_ROOMS = ['model', 'redact', 'sqlite', 'terminal'];

/** The room of a file; a file that puts a program together is in none. */
function roomOf(file: string): string | undefined {
  const [, name, part, ...below] = file.split('/');
  if (name === 'base') return BASE_ROOMS.includes(part!) ? part : 'base';
  if (name === 'squirrel') return below.length > 0 || part === 'verbs.ts' ? part : undefined;
  return ['sdk/sdk.ts', 'hub/main.ts'].includes(`${name}/${part}`) ? undefined : name;
}

/** The imports against the direction, as types alone: a handler takes what its verb's schema lets through, and says what it answers. */
const VERB_TYPES =
  /^import type \{ (?:Outputs \} from '\.\.\/verbs\.ts|Parsed \} from '(?:\.\.\/)+protocol\/verbs\.ts)';$/m;

/** Every import of a file of this repository, as the path it leads to. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replace(VERB_TYPES, '');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'((?:\.{1,2}|@sqrl)\/[^']+)'/g)].map(([, path]) =>
    path!.startsWith('@sqrl/')
      ? path!.replace('@sqrl/', 'packages/')
      : normalize(join(dirname(file), path!)).replaceAll('\\', '/'),
  );
}

test.each(Object.keys(PACKAGES))('the package %s imports only those below it, by their names', (name) => {
  const wrong = files
    .filter((file) => packageOf(file) === name)
    .flatMap((file) => importsOf(file).map((to) => [file, to] as const))
    .filter(([file, to]) => {
      if (to.startsWith(`packages/${name}/`)) return false;
      // A test may open a whole store.
      if (isTest(file) && name === 'code-graph' && packageOf(to) === 'squirrel') return false;
      return !PACKAGES[name]!.may.includes(packageOf(to));
    })
    .map(([file, to]) => `${file} -> ${to}`);
  expect(wrong, '`may` in PACKAGES lists what it may import').toEqual([]);
});

test.each(Object.entries(PACKAGES))('the package %s stays within its lines', (name, { lines }) => {
  const parts = globSync(`packages/${name}/**/*.{ts,tsx,css}`, {
    cwd: root,
    exclude: ['**/{node_modules,dist}/**', 'packages/embedder/{wasm,models}/**'],
  }).filter((file) => !isTest(file.replaceAll('\\', '/')));
  const count = parts.reduce(
    (sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1,
    0,
  );
  expect(
    count,
    `packages/${name} has too many lines: remove some, or raise its number in PACKAGES in a commit that says why`,
  ).toBeLessThanOrEqual(lines);
});

test('no folder has so many files that nobody finds one', () => {
  const folders = Map.groupBy(
    files.filter((file) => !isTest(file)),
    dirname,
  );
  const crowded = [...folders].filter(([, inside]) => inside.length > MAX_FILES).map(([folder]) => folder);
  expect(crowded, `more than ${MAX_FILES} files: put some into a folder named by a noun`).toEqual([]);
});

const inRoom = (file: string): boolean => roomOf(file) !== undefined;

test('there are rooms to look at', () => {
  expect(new Set(files.map(roomOf)).size).toBeGreaterThan(5);
});

test.each([...new Set(files.map(roomOf))].filter((room) => room !== undefined))(
  '%s imports only what lies below it',
  (room) => {
    const wrong = files
      .filter((file) => roomOf(file) === room)
      .flatMap((file) => importsOf(file).map((to) => [file, to] as const))
      .filter(([file, to]) => {
        if (!to.startsWith('packages/')) return true;
        if (isTest(file) && room === 'code-graph' && roomOf(to) === 'store') return false;
        const into = roomOf(to);
        return into === undefined || (into !== room && !may[room]?.includes(into));
      })
      .map(([file, to]) => `${file} -> ${to}`);
    expect(
      wrong,
      'FLOORS has the rooms in order, AGENTS.md the reasons: move the code, or pass it in',
    ).toEqual([]);
  },
);

test('the code graph is used through its entry points and its tables', () => {
  const used = files
    .filter((file) => packageOf(file) !== 'code-graph' && !isTest(file))
    .flatMap((file) => importsOf(file).filter((to) => to.startsWith('packages/code-graph/')))
    .filter((to) => !to.startsWith('packages/code-graph/tables/'));
  expect(new Set(used)).toEqual(new Set(['packages/code-graph/index.ts', 'packages/code-graph/reader.ts']));
});

test('below the daemon and the doors nothing reads environment, arguments, home or clock', () => {
  const inner = files.filter(
    (file) =>
      inRoom(file) &&
      !['daemon', 'dashboard', 'terminal', ...doors].includes(roomOf(file)!) &&
      !file.endsWith('.test.ts'),
  );
  const wrong = inner.filter((file) => {
    if (file.includes('/testing/')) return false;
    const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return /process\.(env|argv|cwd)|homedir\(|Date\.now\(|new Date\(\)|performance\.now/.test(code);
  });
  expect(wrong).toEqual([]);
});

test('no client imports another: what several need is in `reading`, `hooks` or `setup`', () => {
  const clientOf = (file: string) =>
    HOOK_CLIENTS.find((name) => file.startsWith(`packages/squirrel/clients/${name}/`));
  const wrong = files.flatMap((file) =>
    isTest(file) || clientOf(file) === undefined
      ? []
      : importsOf(file)
          .filter((to) => ![undefined, clientOf(file)].includes(clientOf(to)))
          .map((to) => `${file} -> ${to}`),
  );
  expect(wrong).toEqual([]);
});

test('the hook program has nothing in it of clients but the events at which they call it, and no model', () => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    importsOf(file).forEach(visit);
  };
  visit('packages/squirrel/hooks/hook.ts');
  const clients = [...reached].filter((file) => roomOf(file) === 'clients');
  expect(clients).toContain('packages/squirrel/clients/hook-events.ts');
  expect(clients.filter((file) => !file.endsWith('/hook-events.ts'))).toEqual([]);
  // Nor anything that could open a model, a store or a thread: it runs at every step of every session.
  const heavy = [...reached].filter((file) =>
    /safetensors|\.wasm\b|WebAssembly|node:worker_threads|node:sqlite/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(heavy).toEqual([]);
  expect(new Set([...reached].map(roomOf))).toEqual(
    new Set(['hooks', 'clients', 'protocol', 'model', 'base']),
  );
});

/** Where SQL is written. */
const STORES = /^packages\/(?:squirrel\/store|base\/sqlite|code-graph\/tables)\//;

test('SQL lives in the stores and nowhere else', () => {
  const wrong = files.filter((file) => {
    if (isTest(file) || STORES.test(file)) return false;
    return /node:sqlite|\.sql\(|\.prepare\(/.test(readFileSync(join(root, file), 'utf8'));
  });
  expect(wrong).toEqual([]);
});

test('servers alone import node:http as a module, which takes longer than a command does', () => {
  const importers = files.filter((file) => {
    if (['daemon', 'hub'].includes(roomOf(file)!) || /testing\/|\.test\.ts$/.test(file)) return false;
    return /^import (?!type).*'node:https?'/m.test(readFileSync(join(root, file), 'utf8'));
  });
  expect(importers).toEqual([]);
});

test('no module declares a name of a global, which would hide it from all modules of its bundle', () => {
  const wrong = files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    const declared = [...code.matchAll(/^(?:export )?(?:const|let|function|class) (\w+)/gm)];
    return declared.flatMap(([, name]) => (Object.hasOwn(globalThis, name!) ? [`${file}: ${name}`] : []));
  });
  expect(wrong).toEqual([]);
});

/** The files that a file needs when it is loaded: imports of types need none. */
function neededBy(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const imports = text.matchAll(
    /^(?:import|export) (?!type\b)(\{[^}]*\}|[^'{]*?) from '((?:\.{1,2}|@sqrl)\/[^']+)'/gm,
  );
  const values = [...imports].filter(([, names]) =>
    names!
      .replace(/\{|\}/g, '')
      .split(',')
      .some((name) => name.trim() !== '' && !name.trim().startsWith('type ')),
  );
  return values.map(([, , path]) =>
    path!.startsWith('@sqrl/')
      ? path!.replace('@sqrl/', 'packages/')
      : normalize(join(dirname(file), path!)).replaceAll('\\', '/'),
  );
}

test('no files need each other in a circle', () => {
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (state.get(file) === 'done' || !known.has(file)) return;
    if (state.get(file) === 'open') {
      circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
      return;
    }
    state.set(file, 'open');
    for (const next of neededBy(file)) visit(next, [...way, file]);
    state.set(file, 'done');
  };
  for (const file of files.filter((each) => !isTest(each))) visit(file, []);
  expect(circles).toEqual([]);
});

test('every import of this repository leads to a file', () => {
  const missing = files.flatMap((file) =>
    importsOf(file)
      .filter((to) => !existsSync(join(root, to)))
      .map((to) => `${file} -> ${to}`),
  );
  expect(missing).toEqual([]);
});

/** The folders of the code graph from the ground up; each may import those before it, but no folder of its own line. */
const CODE_FLOORS = [
  ['facts'],
  ['languages'],
  ['parse'],
  ['scip', 'graph', 'anchors'],
  ['history'],
  ['index'],
];

test('within the code graph no folder imports one above it', () => {
  const floorOf = (folder: string): number => CODE_FLOORS.findIndex((folders) => folders.includes(folder));
  const upward = files
    .filter(
      (file) =>
        /^packages\/code-graph\/(?!testing\/|tables\/)[^/]+\//.test(file) && !file.endsWith('.test.ts'),
    )
    .flatMap((file) => importsOf(file).map((to) => [file, to] as const))
    .filter(([file, to]) => {
      const [from, into] = [file.split('/')[2]!, to.split('/')[2]!];
      return (
        /^packages\/code-graph\/(?!tables\/)/.test(to) && from !== into && floorOf(into) >= floorOf(from)
      );
    });
  expect(upward).toEqual([]);
});
