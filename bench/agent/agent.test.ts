import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { stopDaemonOf } from '@sqrl/squirrel/daemon/control.ts';
import { PROGRAM } from '@sqrl/squirrel/daemon/testing/homes.ts';
import { stopMarkPath } from '@sqrl/squirrel/protocol/daemon-file.ts';
import { connectDaemon } from '@sqrl/squirrel/protocol/http-client.ts';
import { expect, onTestFinished, test } from 'vitest';
import { patient } from '../../test/support/patient.ts';
import { judged, OVER, playByHand } from './by-hand.ts';
import { openMemory } from './memory.ts';
import { ARMS, type Arm, commandAgent, give, play, scriptedAgent } from './play.ts';
import { readProducts } from './tasks.ts';

patient();

/** It is told at the start of every session. */
const RULE = 'Money is kept in integer cents, never as a float';

const programs = { sqrl: PROGRAM, hook: join(dirname(PROGRAM), `hooks/hook${extname(PROGRAM)}`) };

test('a task is played in each arm, with the real hooks and tools, and returned until it is right', async () => {
  const root = mkdtempSync(join(tmpdir(), 'sqrl-agent-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const [product] = readProducts().map((each) => ({ ...each, tasks: each.tasks.slice(0, 1) }));
  const [task] = product!.tasks;
  const memory = await openMemory(join(root, 'memory'), [product!], programs);
  const taught = {
    home: memory.home,
    version: '0.1.0',
    ifMissing: 'start',
    start: started(memory.home),
  } as const;
  const project = join(root, 'memory/repositories', product!.name);
  await using daemon = (await connectDaemon(taught, { project }))!;
  await daemon.call('remember', { text: RULE, source: 'user_taught' });
  await stopDaemonOf(memory.home);
  rmSync(stopMarkPath(memory.home));
  for (const arm of Object.keys(ARMS) as Arm[]) {
    const given = await give(root, arm, product!, task!, memory);
    await using _ = given.memory;
    const { isRight, memoryCalls } = await play(given, scriptedAgent);
    expect({ arm, isRight, memoryCalls }).toEqual({
      arm,
      isRight: true,
      memoryCalls: ARMS[arm].tools ? 1 : 0,
    });
    expect([arm, given.told.includes(RULE)]).toEqual([arm, ARMS[arm].hook]);
    // The same folder, played with a shell: begun, returned, accepted.
    const said: string[] = [];
    const input = JSON.stringify({ task: task!.prompt });
    const move = (word: string) =>
      playByHand(word, given.folder, input, [product!], (line) => said.push(line));
    await move('task');
    writeFileSync(join(given.folder, `src/${task!.name}.js`), task!.naive);
    for (const word of ['hand-in', 'get_task_context']) await move(word);
    writeFileSync(join(given.folder, `src/${task!.name}.js`), task!.right);
    for (const word of ['hand-in', 'hand-in']) await move(word);
    expect(said.slice(-3)).toEqual(['Accepted.', OVER, OVER]);
    expect(said.join('\n').includes('There are no tools')).toBe(!ARMS[arm].tools);
    expect(said.join('\n')).toContain('Returned:\nnot ok');
  }
  const byHand = judged(root, [product!], () => {});
  expect(byHand.map(({ arm, corrections, memoryCalls }) => [arm, corrections, memoryCalls])).toEqual([
    ...[
      ['none', 1, 0],
      ['hook', 1, 0],
    ],
    // With the one that the script made.
    ...[
      ['tools', 1, 2],
      ['both', 1, 2],
    ],
  ]);
  const idle = commandAgent('test -n {prompt} && test -r {mcp}');
  const given = await give(join(root, 'idle'), 'none', product!, task!, memory);
  const { isRight, corrections } = await play(given, idle);
  expect({ isRight, corrections }).toEqual({ isRight: false, corrections: 5 });
});

const started = (home: string) => ({
  node: process.execPath,
  args: [PROGRAM, 'start', '--foreground'],
  env: { PATH: process.env.PATH, HOME: dirname(home), SQRL_HOME: home },
});
