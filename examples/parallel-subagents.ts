// Three subagents work on one task at the same time. What two of them note is one memory, and surer than what one notes.
//
//   $ node examples/parallel-subagents.ts
//
// No model is needed: the agents' steps are written down here.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MemorySession, type OpenOptions, openMemory } from 'squirrel-memory/sdk';

/** What a subagent finds out, file by file. */
const SUBTASKS: { task: string; reads: string; notes: string[] }[] = [
  {
    task: 'Port the login tests',
    reads: 'tests/login.test.ts',
    notes: ['The test suite hangs when REDIS_URL is not set'],
  },
  {
    task: 'Port the checkout tests',
    reads: 'tests/checkout.test.ts',
    notes: ['The test suite hangs if REDIS_URL is not set', 'Checkout tests share one database'],
  },
  {
    task: 'Port the search tests',
    reads: 'tests/search.test.ts',
    notes: ['Search tests build their own index'],
  },
];

export async function run(print: (line: string) => void, options: Partial<OpenOptions> = {}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-example-'));
  try {
    await work(folder, print, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function work(folder: string, print: (line: string) => void, options: Partial<OpenOptions>) {
  const project = join(folder, 'shop');
  mkdirSync(join(project, 'tests'), { recursive: true });
  for (const { reads } of SUBTASKS) writeFileSync(join(project, reads), 'test("works", () => {});\n');

  // In a program of yours `home` and `daemon` are left out: then memories are shared with all agents of this machine.
  await using memory = await openMemory({ project, home: join(folder, 'home'), daemon: 'never', ...options });
  const lead = memory.session({ task: 'Port the tests to the new runner', role: 'coder' });
  await Promise.all(
    SUBTASKS.map((subtask) => subagent(memory.session({ ...subtask, parent: lead }), subtask)),
  );
  lead.observeStep({ text: 'All tests are ported.' });

  const { promoted, isComplete } = await lead.finish({ outcome: 'success' });
  if (!isComplete) print('Memory did not answer in time: what was noted is not kept yet.');
  for (const { text, agents } of promoted) print(`${agents} of ${SUBTASKS.length} agents: ${text}`);
}

/** A subagent's loop: it reads a file, notes what it learned, and is done. */
async function subagent(session: MemorySession, { reads, notes }: (typeof SUBTASKS)[number]): Promise<void> {
  const call = { id: 'read-1', name: 'read_file', input: { path: reads } };
  await session.afterToolCall(call, { output: 'test("works", () => {});' });
  for (const text of notes) session.note({ text, type: 'gotcha', files: [reads] });
  session.observeStep({ text: 'The tests are ported.' });
  await session.finish({ outcome: 'success' });
}

if (import.meta.main) await run(console.log);
