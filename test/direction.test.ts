import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const base = ['store', 'embed', 'llm', 'redact', 'words', 'toml'];
const rooms = [
  'sources',
  'ingest',
  'episodes',
  'observe',
  'write',
  'lifecycle',
  'codegraph',
  'recall',
  'views',
  'notes',
  'exchange',
];
const doors = ['cli', 'mcp', 'hooks', 'sdk'];

/** What each room may import besides itself. A room that is not named here may import nothing. */
const may: Record<string, readonly string[]> = {
  model: [],
  wasm: [],
  ...Object.fromEntries(base.map((room) => [room, ['model']])),
  store: ['model', 'wasm'],
  embed: ['model', 'wasm'],
  ...Object.fromEntries(rooms.map((room) => [room, ['model', ...base]])),
  engine: ['model', ...base, ...rooms],
  protocol: ['model'],
  daemon: ['model', ...base, ...rooms, 'engine', 'protocol'],
  hub: ['model', ...base, ...rooms, 'engine', 'protocol'],
  ...Object.fromEntries(doors.map((room) => [room, ['model', 'protocol']])),
  // It writes settings, ours and those of others.
  cli: ['model', 'protocol', 'toml'],
};

const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.d.ts'));
const roomOf = (file: string): string => file.split('/')[1]!;
const inRoom = (file: string): boolean => file.split('/').length > 2;

/** Every relative import of a file, as the path it leads to. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
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

test('below the daemon and the doors nothing reads environment, arguments, home or clock', () => {
  const inner = files.filter(
    (file) =>
      inRoom(file) && !['daemon', 'hub', ...doors].includes(roomOf(file)) && !file.endsWith('.test.ts'),
  );
  const wrong = inner.filter((file) => {
    if (file.includes('/testing/')) return false;
    const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return /process\.(env|argv|cwd)|homedir\(|Date\.now\(|new Date\(\)|performance\.now/.test(code);
  });
  expect(wrong).toEqual([]);
});

test('SQL lives in the store and nowhere else', () => {
  const wrong = files.filter((file) => {
    if (roomOf(file) === 'store' || file.endsWith('.test.ts')) return false;
    return /node:sqlite|\.sql\(|\.prepare\(/.test(readFileSync(join(root, file), 'utf8'));
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
