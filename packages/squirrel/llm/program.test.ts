import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isWriterFolder, isWriterPrompt, WRITER_LINE } from '@sqrl/base/model/own-session.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { ProgramName } from './program.ts';
import { llmFor } from './provider.ts';
import { config } from './testing/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'sqrl-program-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
});

/** A program that does what a test says, in place of a real agent. */
function fake(script: string): string {
  const path = join(folder, 'agent');
  writeFileSync(
    path,
    `#!${process.execPath}\nconst { writeFileSync } = require('node:fs');\nconst OUT = ${JSON.stringify(folder)};\n${script}\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

const READ_ALL = `const question = require('node:fs').readFileSync(0, 'utf8');`;
const asking = {
  purpose: 'test',
  system: 'Be brief.',
  prompt: 'The secret prompt.',
  maxTokens: 50,
  schema: z.object({ ops: z.array(z.unknown()) }),
};
const ask = (program: ProgramName, path: string | undefined, more: Parameters<typeof config>[0] = {}) =>
  llmFor(
    config({
      provider: 'program',
      program,
      programPath: path,
      model: undefined,
      temp: folder,
      env: { PATH: '/bin', CLAUDECODE: '1' },
      ...more,
    }),
  ).ask(asking);

const ANSWERS: Record<ProgramName, string> = {
  claude: `console.log(JSON.stringify({ type: 'result', is_error: false, result: '{"ops": []}', total_cost_usd: 0.02, usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 7 } }));`,
  codex: `console.log(JSON.stringify({ type: 'item.completed', item: { type: 'agent_message', text: '{"ops": []}' } }));
    console.log(JSON.stringify({ type: 'turn.completed', usage: { input_tokens: 15, output_tokens: 7 } }));`,
  gemini: `console.log('Loaded cached credentials.');
    console.log(JSON.stringify({ response: '{"ops": []}', stats: { models: { g: { tokens: { prompt: 15, candidates: 5, thoughts: 2 } } } } }));`,
};

test.each(Object.keys(ANSWERS) as ProgramName[])(
  '%s answers a question that comes on standard input',
  async (program) => {
    const path = fake(`${READ_ALL}
    writeFileSync(OUT + '/seen.json', JSON.stringify({ question, argv: process.argv.slice(2), cwd: process.cwd(), env: process.env, there: require('node:fs').readdirSync('.') }));
    ${ANSWERS[program]}`);
    const answer = await ask(program, path);
    expect(answer).toMatchObject({ did: 'answered', value: { ops: [] }, used: { input: 15, output: 7 } });
    expect(answer.used.cost).toBe(program === 'claude' ? 0.02 : undefined);
    const seen = JSON.parse(readFileSync(join(folder, 'seen.json'), 'utf8'));
    expect(seen.question.startsWith(WRITER_LINE)).toBe(true);
    expect(isWriterPrompt(seen.question)).toBe(true);
    expect(seen.question).toContain('The secret prompt.');
    expect(JSON.stringify(seen.argv)).not.toContain('secret');
    expect(isWriterFolder(seen.cwd)).toBe(true);
    expect(seen.there).toEqual([]);
    expect(seen.env).toMatchObject({ SQRL_WRITER: '1', PATH: '/bin' });
    expect(seen.env.CLAUDECODE).toBeUndefined();
    expect(existsSync(seen.cwd)).toBe(false);
  },
);

test('a program that does not end is ended with all it has started', async () => {
  const path = fake(`const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    writeFileSync(OUT + '/pids', process.pid + ' ' + child.pid);
    setInterval(() => {}, 1000);`);
  const answer = await ask('claude', path, { timeoutMs: 5_000 });
  expect(answer).toMatchObject({ did: 'failed', because: 'slow' });
  const pids = readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number);
  for (let tries = 0; tries < 3000 && pids.some(isThere); tries++) await setTimeout(20);
  expect(pids.filter(isThere)).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith('sqrl-writer-'))).toEqual([]);
});

test('what a program leaves running behind its answer does not outlive it', async () => {
  const path = fake(`${READ_ALL}
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    writeFileSync(OUT + '/pids', String(child.pid));
    ${ANSWERS.claude}
    process.exit(0);`);
  expect((await ask('claude', path)).did).toBe('answered');
  const pid = Number(readFileSync(join(folder, 'pids'), 'utf8'));
  for (let tries = 0; tries < 3000 && isThere(pid); tries++) await setTimeout(20);
  expect(isThere(pid)).toBe(false);
});

test.each([
  ['fails', `process.exit(3);`, 'down'],
  ['says nothing', READ_ALL, 'malformed'],
  [
    'tells of an error',
    `${READ_ALL} console.log(JSON.stringify({ is_error: true, result: 'no credit' }));`,
    'malformed',
  ],
  [
    'writes without end',
    `const line = 'x'.repeat(1e6); for (let i = 0; i < 20; i++) process.stdout.write(line);`,
    'too long',
  ],
] as const)('a program that %s gives no answer', async (_, script, because) => {
  expect(await ask('claude', fake(script))).toMatchObject({ did: 'failed', because });
});

test('a missing program is reported', async () => {
  expect(await ask('codex', undefined)).toMatchObject({
    did: 'failed',
    because: 'down',
    message: expect.stringContaining('codex'),
  });
  expect(await ask('codex', join(folder, 'nothing'))).toMatchObject({ did: 'failed', because: 'down' });
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that ended and was not waited for yet is still listed.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
