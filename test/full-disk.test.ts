import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lives, person, until } from '@sqrl/squirrel/daemon/testing/homes.ts';
import { mayMount, smallDisk } from '@sqrl/squirrel/daemon/testing/small-disk.ts';
import { readDaemonFile } from '@sqrl/squirrel/protocol/daemon-file.ts';
import { connectDaemon } from '@sqrl/squirrel/protocol/http-client.ts';
import { expect, test } from 'vitest';

const ALONE = '[daemon]\nfollow = false\n';
const PNPM = 'We use pnpm, never npm';

test.skipIf(!mayMount())('while the disk is full, questions are answered and nothing is kept', async () => {
  const ann = person();
  using disk = smallDisk(ann.home, 64);
  const sqrl = (...argv: string[]) => ann.sqrl([...argv, '--no-daemon']);
  await sqrl('remember', PNPM);
  disk.fill(0);
  const found = await sqrl('ask', '--hits', 'which package manager?', '--json');
  expect(found).toMatchObject({ exit: 0, out: expect.stringContaining(PNPM) });
  expect(found.err).toContain('is full. Memories can be read, but nothing new is saved.');
  const refused = await sqrl('remember', 'Deploys go out on Tuesdays');
  expect([refused.exit, refused.err]).toEqual([
    1,
    expect.stringMatching(/Disk full|disk is neither full nor/),
  ]);
  // A project that was never opened has no store yet, and none can be made.
  const other = join(ann.root, 'other');
  mkdirSync(other);
  expect((await sqrl('list', '--project', other)).exit).toBe(3);
  disk.free();
  expect((await sqrl('remember', 'Deploys go out on Tuesdays')).exit).toBe(0);
  expect((await sqrl('list')).out).toContain(PNPM);

  const stick = join(ann.root, 'stick');
  mkdirSync(stick);
  using small = smallDisk(stick, 1);
  small.fill(0);
  expect((await sqrl('backup', join(stick, 'backup.sqrl'))).err).toContain('Disk full: no space left for');
});

test.skipIf(!mayMount())(
  'a daemon whose disk fills up goes on answering, and keeps again with room',
  async () => {
    const ann = person();
    using disk = smallDisk(ann.home, 64);
    // A control group of sessions is told nothing, by lot.
    writeFileSync(join(ann.home, 'config.toml'), `${ALONE}[delivery]\nholdout = false\n`);
    const client = (await connectDaemon(ann.reach(), { project: ann.project }))!;
    await client.call('remember', { text: PNPM });
    const { pid } = readDaemonFile(ann.home)!;
    disk.fill(0);
    const answered = async () => {
      const { hits } = await client.call('find', { question: 'which package manager?' });
      expect(hits.map(({ memory }) => memory.text)).toContain(PNPM);
      expect((await client.call('list', {})).memories).not.toEqual([]);
      const moment = { point: 'session start', because: 'startup' } as const;
      const session = randomUUID();
      const { text } = await client.call('deliver', { moment, session, client: 'claude-code' });
      expect(text).toContain(PNPM);
    };
    await answered();
    // The log may have room left from before; once it is full, the store is opened anew.
    const large = 'Deploys of the shop go out late. '.repeat(100);
    let refused = '';
    for (let n = 0; n < 200 && refused === ''; n++)
      await client
        .call('remember', { text: `${n}: ${large}` })
        .catch((error: Error) => (refused = error.message));
    expect(refused).toMatch(/Disk full|read-only/);
    const kept = (await client.call('list', {})).total;
    await answered();
    expect(readDaemonFile(ann.home)!.pid).toBe(pid);
    disk.free();
    await until(() =>
      client.call('remember', { text: 'Deploys go out on Tuesdays' }).then(
        () => true,
        () => false,
      ),
    );
    expect((await client.call('list', {})).total).toBe(kept + 1);
    await client.close();
    await ann.sqrl(['stop']);
  },
);

test.skipIf(!mayMount()).each(['with', 'without'])(
  'changes that a killed daemon left in the log are read on a full disk, %s the index of the log',
  async (index) => {
    const ann = person();
    using disk = smallDisk(ann.home, 64);
    writeFileSync(join(ann.home, 'config.toml'), ALONE);
    const client = (await connectDaemon(ann.reach(), { project: ann.project }))!;
    await client.call('remember', { text: PNPM, scope: 'global' });
    await client.close();
    const { pid } = readDaemonFile(ann.home)!;
    process.kill(pid, 'SIGKILL');
    await until(() => !lives(pid));
    const store = join(ann.home, 'user.db');
    expect(statSync(`${store}-wal`).size).toBeGreaterThan(0);
    if (index === 'without') rmSync(`${store}-shm`);
    disk.fill(0);
    const found = await ann.sqrl(['ask', '--hits', 'which package manager?', '--json', '--no-daemon']);
    expect(found).toMatchObject({ exit: 0, out: expect.stringContaining(PNPM) });
  },
);
