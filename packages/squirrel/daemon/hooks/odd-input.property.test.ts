import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOOK_CLIENTS, type HookClient } from '@sqrl/base/model/hook-events.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOOK_EVENTS } from '../../clients/hook-events.ts';
import type { DaemonFile } from '../../protocol/daemon-file.ts';
import { runDaemon } from '../daemon.ts';

let root: string;
let project: string;
let daemon: DaemonFile;
let ended: Promise<unknown>;
const stop = new AbortController();

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-odd-')));
  const home = join(root, 'home');
  project = join(root, 'shop');
  for (const folder of [home, project]) mkdirSync(folder);
  writeFileSync(join(home, 'config.toml'), '[daemon]\nfollow = false\n');
  const surroundings = { home, env: {}, freeMemory: 1e9, now: Date.now, timeZone: 'UTC' };
  daemon = await new Promise((onReady) => {
    ended = runDaemon({
      ...{ surroundings, version: '0.1.0', signal: stop.signal, began: Date.now(), onReady },
      maxCloseMs: 600_000,
    });
  });
});

afterAll(async () => {
  stop.abort();
  await ended;
  rmSync(root, { recursive: true, force: true });
});

test.each(HOOK_CLIENTS)(
  'whatever %s hands in at any of its events, the answer is one it can read, and never a trouble',
  async (client) => {
    const event = fc.constantFrom(...HOOK_EVENTS[client].map(({ event }) => event), 'NoSuchEvent', '');
    await fc.assert(
      fc.asyncProperty(event, inputOf(client), async (event, input) => {
        const { status, text } = await handIn(client, event, JSON.stringify(input));
        expect({ status, text }).toEqual({ status: 200, text: expect.any(String) });
        if (text !== '') expect(typeof JSON.parse(text)).toBe('object');
        expect(newInLog()).not.toContain(' failed: ');
      }),
      { numRuns: runs(20) },
    );
  },
);

let read = 0;
function newInLog(): string {
  const log = readFileSync(join(root, 'home/daemon.log'), 'utf8');
  const news = log.slice(read);
  read = log.length;
  return news;
}

async function handIn(client: HookClient, event: string, body: string) {
  const query = new URLSearchParams({ client, event, cwd: project });
  const answer = await fetch(`http://127.0.0.1:${daemon.port}/v1/hook?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

/** Every field a client is known to send, each as it should be, or missing, or something else. */
function inputOf(client: HookClient): fc.Arbitrary<unknown> {
  const session = field(fc.string({ minLength: 1, maxLength: 40 }), fc.constant('x'.repeat(700)));
  const tool = record({
    command: field(words),
    file_path: field(path),
    filePath: field(path),
    path: field(path),
    pattern: field(words),
    patchText: field(words),
    edits: field(fc.constant([{ file_path: '/a' }])),
    file_paths: field(fc.array(path, { maxLength: 100 })),
  });
  if (client === 'opencode')
    return record({
      directory: field(folder),
      input: field(
        record({ sessionID: session, tool: field(toolName), args: field(tool), callID: field(words) }),
      ),
      output: field(
        record({
          parts: field(
            fc.array(fc.oneof(record({ type: field(fc.constant('text')), text: field(words) }), odd)),
          ),
          args: field(tool),
          output: field(words),
          metadata: field(record({ exit: field(fc.integer()), output: field(words) })),
        }),
      ),
    });
  return record({
    session_id: session,
    sessionId: session,
    conversation_id: session,
    cwd: field(folder),
    workspace_roots: field(fc.array(folder, { maxLength: 2 })),
    source: field(fc.constantFrom('startup', 'resume', 'compact', 'new', '__proto__', 'constructor')),
    transcript_path: field(path),
    transcriptPath: field(path),
    prompt: field(words),
    tool_name: field(toolName),
    toolName: field(toolName),
    tool_input: field(
      fc.oneof(
        tool,
        tool.map((given) => JSON.stringify(given)),
      ),
    ),
    toolArgs: field(
      fc.oneof(
        tool,
        tool.map((given) => JSON.stringify(given)),
      ),
    ),
    tool_response: field(
      fc.oneof(words, record({ stdout: field(words), error: field(words), llmContent: field(words) })),
    ),
    toolResult: field(record({ textResultForLlm: field(words), resultType: field(words) })),
    tool_output: field(fc.oneof(words, record({ output: field(words), exitCode: field(fc.integer()) }))),
    error: field(fc.oneof(words, record({ message: field(words) }))),
    error_message: field(words),
    agent_id: field(words),
    agentName: field(words),
  });
}

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    '',
    [],
    {},
    [[]],
    [null],
    { text: {} },
    '\0',
    '\ud800',
    '/',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const field = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<unknown> = odd) =>
  fc.oneof(
    { weight: 6, arbitrary: usual as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: other },
    { weight: 1, arbitrary: odd },
  );
const record = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<object>;
const words = fc.oneof(
  fc.constantFrom(
    ...[
      'npm test',
      '/remember',
      '/remember \0',
      '/remember \ud800',
      '$remember x',
      'Exit code 1\nError: x',
      '`'.repeat(5000),
    ],
    ...[
      '*** Begin Patch\n*** Update File: ../../x\n',
      '<command-name>/remember</command-name>',
      'FAILED',
      '\\'.repeat(9999),
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const toolName = fc.constantFrom(
  'Bash',
  'bash',
  'Edit',
  'apply_patch',
  'run_shell_command',
  'Shell',
  'Read',
  'read',
  'x',
  'constructor',
  '__proto__',
);
const path = fc.oneof(
  fc.constantFrom('/etc/passwd', '../x', '', '/', 'a\0b', '~', '/nowhere/at/all.jsonl', 'C:\\x', 'src/a.ts'),
  fc.string({ unit: 'binary', maxLength: 50 }),
);
/** Mostly where it is, so that something happens. */
const folder = fc.oneof(
  { weight: 5, arbitrary: fc.constant('').map(() => project) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('/nowhere/at/all', 'shop', '/etc/passwd', '/a\0b', `/${'x'.repeat(5000)}`),
  },
);
