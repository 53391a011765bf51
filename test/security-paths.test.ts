import { createHash } from 'node:crypto';
import {
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { HOOK_EVENTS } from '@sqrl/squirrel/clients/hook-events.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Kept, keepDaemon, send } from './security/daemon.ts';
import { textFields } from './security/schema-samples.ts';

/** Stands in files that nobody may be shown. */
const HIDDEN = 'canary-7f3a91';

let kept: Kept;
let outside: string;
let before: Record<string, string>;

beforeAll(async () => {
  kept = await keepDaemon();
  outside = join(kept.root, 'outside');
  mkdirSync(join(outside, 'deep'), { recursive: true });
  for (const name of ['secret.txt', 'deep/secret.md', 'secret.jsonl', 'secret.ts'])
    writeFileSync(join(outside, name), `- ${HIDDEN}\nexport const a = '${HIDDEN}';\n`);
  symlinkSync(join(outside, 'secret.ts'), join(kept.project, 'link.ts'));
  symlinkSync(outside, join(kept.project, 'linked'));
  mkdirSync(join(kept.project, '.git'));
  writeFileSync(join(kept.project, 'own.ts'), 'export const own = 1;\n');
  before = filesIn(outside);
});

afterAll(() => kept[Symbol.asyncDispose]());

const at = (path: string) => `${path}?project=${encodeURIComponent(kept.project)}`;

/** Ways out of a folder. */
const ways = (): string[] => [
  '../outside/secret.txt',
  '../../../../../../../../etc/passwd',
  'linked/secret.ts',
  'link.ts',
  '..\\outside\\secret.txt',
  '..%2foutside%2fsecret.txt',
  `${relative(kept.home, outside)}/secret.jsonl`,
  `own.ts\0/../../outside/secret.txt`,
  `file://${outside}/secret.txt`,
  '/etc/passwd',
];

/** What their caller names is what these are for: files of the person's own, by their whole paths. */
const NAMED = new Set([
  'backup.file',
  'restore.file',
  'index.folder',
  'ingest.paths.[]',
  'teach.paths.[]',
  'graphImportScip.file',
]);

test.each(textFields().map((each) => [`${each.verb} ${each.field}`, each] as const))(
  'nothing is shown or changed by a way out in %s',
  async (_, { verb, field, with: fill }) => {
    const isNamed = NAMED.has(`${verb}.${field}`);
    for (const way of ways().filter((each) => !isNamed || !each.startsWith('/'))) {
      const said = await send(kept, at(`/v1/${verb}`), { body: JSON.stringify(fill(way)) });
      expect(said.status, way).toBeLessThan(500);
      expectHidden(said, way);
      // The daemon stands nowhere in particular: what is not named from the root on is nothing.
      if (isNamed) expect(said.status, way).toBe(400);
    }
    expect(filesIn(outside)).toEqual(before);
  },
);

test('every field that takes a path of the person’s own is known here', () => {
  const fields = new Set(textFields().map(({ verb, field }) => `${verb}.${field}`));
  for (const name of NAMED) expect(fields).toContain(name);
  expect(fields.size).toBeGreaterThan(60);
});

test('no agent can name such a file: its door asks for none of these', () => {
  const door = globSync('packages/squirrel/mcp/**/*.ts').map((path) => readFileSync(path, 'utf8'));
  expect(door.length).toBeGreaterThan(10);
  for (const verb of new Set([...NAMED].map((name) => name.split('.')[0]!)))
    expect(
      door.filter((text) => text.includes(`call('${verb}'`)),
      verb,
    ).toEqual([]);
});

test.each(['project', 'called'])('a place that is no folder is refused: %s', async (name) => {
  for (const way of ways().filter((each) => each !== '/etc/passwd'))
    for (const path of ['/v1/list', '/v1/graphStatus', '/v1/open']) {
      const said = await send(kept, `${path}?${name}=${encodeURIComponent(way)}`);
      expect([400, 404], `${path} ${way}`).toContain(said.status);
      expectHidden(said, way);
    }
});

test('no address leads to a file that is not the panel’s', async () => {
  for (const way of ways()) {
    const asked = [`/${way}`, `/assets/${way}`, `/v1/views/${way}`, `/v1/${way}`].map((path) =>
      path.replaceAll('\0', '%00').replaceAll('\\', '%5c'),
    );
    for (const path of asked) {
      const said = await send(kept, path, { method: 'GET' });
      expectHidden(said, path);
      expect(said.text).not.toContain(kept.daemon.token);
    }
  }
  for (const name of ['daemon.json', 'user.db', 'config.toml', 'daemon.log'])
    for (const path of [`/${name}`, `/../${name}`, `/assets/..%2f..%2f${name}`, `/%2e%2e/${name}`])
      expectHidden(await send(kept, path, { method: 'GET' }), path);
});

test.each(HOOK_CLIENTS)('hooks of %s show nothing by a way out', async (client) => {
  for (const { event } of HOOK_EVENTS[client])
    for (const way of ways()) {
      const input = {
        ...{ session_id: way, sessionId: way, conversation_id: way, sessionID: way, transcript_path: way },
        ...{ cwd: kept.project, directory: kept.project, workspace_roots: [kept.project], tool_name: 'Read' },
        ...{ tool_input: { file_path: way, command: `cat ${way}` }, prompt: way, source: 'startup' },
        ...{
          input: { sessionID: way, tool: 'read', args: { filePath: way } },
          output: { args: { filePath: way } },
        },
      };
      const query = `client=${client}&event=${event}`;
      const said = await send(kept, `/v1/hook?${query}`, { body: JSON.stringify(input) });
      expect(said.status, `${event} ${way}`).toBe(200);
      expectHidden(said, way);
    }
  expect(filesIn(outside)).toEqual(before);
});

function expectHidden({ text, status }: Answer, way: string): void {
  expect(text, way).not.toContain(HIDDEN);
  expect(text, way).not.toContain('root:x:');
  expect(status, way).not.toBe(500);
}

function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name);
      return [
        name,
        statSync(path).isFile() ? createHash('md5').update(readFileSync(path)).digest('hex') : '',
      ];
    }),
  );
}
