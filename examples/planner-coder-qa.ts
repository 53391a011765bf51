// A planner hands over to a coder, the coder to a tester, the tester to a fixer; and the next planner knows what came of it.
//
//   $ node examples/planner-coder-qa.ts
//
// No model is needed: what the agents say and do is written down here.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Memory, type OpenOptions, openMemory } from 'squirrel-memory/sdk';

const TASK = 'Retry failed payments';

export async function run(print: (line: string) => void, options: Partial<OpenOptions> = {}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-example-'));
  try {
    const project = join(folder, 'shop');
    mkdirSync(join(project, 'src/pay'), { recursive: true });
    writeFileSync(join(project, 'src/pay/client.ts'), 'export const charge = () => "charged";\n');
    // In a program of yours `home` and `daemon` are left out: then memories are shared with all agents of this machine.
    await using memory = await openMemory({
      project,
      home: join(folder, 'home'),
      daemon: 'never',
      ...options,
    });
    await build(memory, print);
    await planAgain(memory, print);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Plan, code, test, fix: each stage begins with what the one before it found out. */
async function build(memory: Memory, print: (line: string) => void): Promise<void> {
  const workUnit = { spec: '042' };
  const planner = memory.session({ task: TASK, role: 'planner', workUnit });
  planner.note({
    type: 'decision',
    text: 'Failed payments are retried by the queue',
    files: ['src/pay/client.ts'],
  });
  planner.note({
    type: 'dead_end',
    text: 'Retrying payments from a cron job was abandoned: charges came twice.',
    record: {
      kind: 'dead end',
      approach: 'retry payments from a cron job',
      reason: 'charges came twice',
      alternative: 'the job queue with an idempotency key',
      task: 'retrying payments',
    },
  });
  planner.observeStep({ text: 'The plan is written.' });
  const toCoder = (await planner.relayTo('coder'))!;
  await planner.finish({ outcome: 'success' });

  const coder = memory.session({
    task: TASK,
    role: 'coder',
    workUnit: { ...workUnit, subtask: '1' },
    relay: toCoder,
  });
  print(`coder begins with:\n${(await coder.beforeFirstMessage()).text}\n`);
  const edit = { id: 'edit-1', name: 'edit_file', input: { path: 'src/pay/client.ts' } };
  await coder.afterToolCall(edit, { output: 'edited' });
  coder.note({
    type: 'gotcha',
    text: 'The payment client times out after 3 s',
    files: ['src/pay/client.ts'],
  });
  coder.observeStep({ text: 'The client retries now.' });
  const toQa = (await coder.relayTo('qa'))!;
  await coder.finish({ outcome: 'success' });

  const qa = memory.session({ task: TASK, role: 'qa', workUnit, relay: toQa });
  print(`qa begins with:\n${(await qa.beforeFirstMessage()).text}\n`);
  await qa.qaReport({
    failures: [
      {
        what: 'A payment that failed twice is charged twice',
        expected: 'A payment is charged once, however often it is retried',
        files: ['src/pay/client.ts'],
      },
    ],
  });
  const toFixer = (await qa.relayTo('fixer'))!;
  await qa.finish({ outcome: 'failure' });

  const fixer = memory.session({ task: TASK, role: 'fixer', workUnit, relay: toFixer });
  print(`fixer begins with:\n${(await fixer.beforeFirstMessage()).text}\n`);
  fixer.observeStep({ text: 'Charges carry an idempotency key now.' });
  await fixer.finish({ outcome: 'success' });
}

/** Another day, another plan: the dead end is a constraint now. */
async function planAgain(memory: Memory, print: (line: string) => void): Promise<void> {
  const planner = memory.session({ task: 'Retry payments that the bank declined', role: 'planner' });
  print(`the next planner begins with:\n${(await planner.beforeFirstMessage()).text}`);
}

if (import.meta.main) await run(console.log);
