import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { PROGRAM } from '@sqrl/squirrel/daemon/testing/homes.ts';
import { expect, onTestFinished, test } from 'vitest';
import { patient } from '../../test/support/patient.ts';
import { openMemory } from './memory.ts';
import { ARMS, type Arm, commandAgent, give, play, scriptedAgent } from './play.ts';
import { readProducts } from './tasks.ts';

patient();

const programs = { sqrl: PROGRAM, hook: join(dirname(PROGRAM), `hooks/hook${extname(PROGRAM)}`) };

test('a task is played in each arm, with the real hooks and tools, and returned until it is right', async () => {
  const root = mkdtempSync(join(tmpdir(), 'sqrl-agent-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const [product] = readProducts().map((each) => ({ ...each, tasks: each.tasks.slice(0, 1) }));
  const [task] = product!.tasks;
  await using memory = await openMemory(join(root, 'memory'), [product!], programs);
  for (const arm of Object.keys(ARMS) as Arm[]) {
    const given = await give(root, arm, product!, task!, memory);
    const { isRight, memoryCalls } = await play(given, scriptedAgent);
    expect({ arm, isRight, memoryCalls }).toEqual({
      arm,
      isRight: true,
      memoryCalls: ARMS[arm].tools ? 1 : 0,
    });
    expect([arm, given.told !== '']).toEqual([arm, ARMS[arm].hook]);
  }
  const idle = commandAgent('test -n {prompt} && test -r {mcp}', {});
  const { isRight, corrections } = await play(
    await give(join(root, 'idle'), 'none', product!, task!, memory),
    idle,
  );
  expect({ isRight, corrections }).toEqual({ isRight: false, corrections: 5 });
});
