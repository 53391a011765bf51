import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The rooms from the ground up: each may import those before it, but no room of its own line. */
const FLOORS: readonly (readonly string[])[] = [
  ['base'],
  ['model'],
  ['redact', 'embed', 'llm', 'store'],
  ['workspace'],
  ['clients'],
  ['ingest'],
  ['code'],
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
  // It is to become a package of its own: no workspace, no memories.
  code: ['base', 'model', 'redact', 'store'],
  // The server that homes share memories through knows no home.
  hub: ['base', 'model', 'redact'],
  // A client's hooks answer in the protocol's words.
  clients: ['base', 'model', 'redact', 'embed', 'llm', 'store', 'workspace', 'protocol'],
  'verbs.ts': [...BELOW_DAEMON, 'protocol'],
  daemon: [...BELOW_DAEMON, 'protocol'],
  ...Object.fromEntries(doors.map((room) => [room, ['base', 'model', 'protocol']])),
  // It has the table of events in it at which clients call it; a test below holds it to that.
  hooks: ['base', 'model', 'protocol', 'clients'],
  // It sets up clients.
  cli: ['base', 'model', 'protocol', 'clients'],
  // Agents that it runs get the tools of the MCP server in their own process.
  sdk: ['base', 'model', 'protocol', 'mcp'],
};

const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.d.ts'));
const roomOf = (file: string): string => file.split('/')[1]!;
/** The table of all verbs counts as a room. */
const inRoom = (file: string): boolean => file.split('/').length > 2 || roomOf(file) === 'verbs.ts';

/** The one import against the direction: what verbs answer is known from their handlers, as a type alone. */
const OUTPUT_TYPES = /^import type \{ Outputs \} from '\.\.\/verbs\.ts';$/m;

/** Every relative import of a file, as the path it leads to. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replace(OUTPUT_TYPES, '');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, path]) =>
    normalize(join(dirname(file), path!)),
  );
}

test('there are rooms to look at', () => {
  expect(new Set(files.filter(inRoom).map(roomOf)).size).toBeGreaterThan(5);
});

test.each([...new Set(files.filter(inRoom).map(roomOf))])('%s imports only what lies below it', (room) => {
  const wrong = files
    .filter((file) => inRoom(file) && roomOf(file) === room)
    .flatMap((file) =>
      importsOf(file)
        .filter(
          (to) =>
            !to.startsWith('src/') ||
            !inRoom(to) ||
            (roomOf(to) !== room && !may[room]?.includes(roomOf(to))),
        )
        .map((to) => `${file} -> ${to}`),
    );
  expect(wrong).toEqual([]);
});

test('the code graph is used through its two entry points, and knows no memories', () => {
  const used = files
    .filter((file) => roomOf(file) !== 'code' && !file.endsWith('.test.ts'))
    .flatMap((file) => importsOf(file).filter((to) => to.startsWith('src/code/')));
  expect(new Set(used)).toEqual(new Set(['src/code/index.ts', 'src/code/reader.ts']));
  const memories = files
    .filter((file) => roomOf(file) === 'code' && !file.endsWith('.test.ts'))
    .flatMap((file) => importsOf(file).filter((to) => /^src\/(?:store|model)\/memory/.test(to)));
  expect(memories).toEqual([]);
});

test('below the daemon and the doors nothing reads environment, arguments, home or clock', () => {
  const inner = files.filter(
    (file) => inRoom(file) && !['daemon', ...doors].includes(roomOf(file)) && !file.endsWith('.test.ts'),
  );
  const wrong = inner.filter((file) => {
    if (file.includes('/testing/')) return false;
    const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return /process\.(env|argv|cwd)|homedir\(|Date\.now\(|new Date\(\)|performance\.now/.test(code);
  });
  expect(wrong).toEqual([]);
});

test('the hook program has nothing in it of clients but the events at which they call it, and no model', () => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    importsOf(file).forEach(visit);
  };
  visit('src/hooks/hook.ts');
  const clients = [...reached].filter((file) => roomOf(file) === 'clients');
  expect(clients).toContain('src/clients/hook-events.ts');
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

test('SQL lives in the store and nowhere else', () => {
  const wrong = files.filter((file) => {
    if (roomOf(file) === 'store' || file.endsWith('.test.ts') || file.includes('/testing/')) return false;
    return /node:sqlite|\.sql\(|\.prepare\(/.test(readFileSync(join(root, file), 'utf8'));
  });
  expect(wrong).toEqual([]);
});

test('servers alone import node:http as a module, which takes longer than a command does', () => {
  const importers = files.filter((file) => {
    if (['daemon', 'hub'].includes(roomOf(file)) || /testing\/|\.test\.ts$/.test(file)) return false;
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

test('every relative import leads to a file', () => {
  const missing = files.flatMap((file) =>
    importsOf(file)
      .filter((to) => !files.includes(relative('.', to)) && !to.endsWith('.json'))
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
    .filter((file) => /^src\/code\/(?!testing\/)[^/]+\//.test(file) && !file.endsWith('.test.ts'))
    .flatMap((file) => importsOf(file).map((to) => [file, to] as const))
    .filter(([file, to]) => {
      const [from, into] = [file.split('/')[2]!, to.split('/')[2]!];
      return to.startsWith('src/code/') && from !== into && floorOf(into) >= floorOf(from);
    });
  expect(upward).toEqual([]);
});
