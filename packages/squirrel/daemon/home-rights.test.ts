import { chmodSync, chownSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDaemonFile } from '../protocol/daemon-file.ts';
import { person } from './testing/homes.ts';

const [NOBODY, STRANGER] = [65_534, 65_533];

test.skipIf(process.platform === 'win32')(
  'a home that others may write is refused, and nothing of it is used',
  async () => {
    const ann = person();
    // What another user could have planted.
    writeFileSync(join(ann.home, 'config.toml'), '[daemon]\nstart = true\n');
    const refused = async (mode: number, ...argv: string[]) => {
      chmodSync(ann.home, mode);
      const { exit, err } = await ann.sqrl(argv);
      expect(exit).not.toBe(0);
      expect(err).toContain(`${ann.home} can be written by other users of this machine`);
      expect(err).toContain(`chmod 700 "${ann.home}"`);
    };
    await refused(0o777, 'remember', 'We use pnpm', '--no-daemon');
    await refused(0o775, 'ask', 'pnpm');
    await refused(0o1777, 'start');
    await refused(0o777, 'start', '--foreground');
    expect(readDaemonFile(ann.home)).toBeUndefined();
    expect(existsSync(join(ann.home, 'user.db'))).toBe(false);

    chmodSync(ann.home, 0o700);
    expect((await ann.sqrl(['remember', 'We use pnpm', '--no-daemon'])).exit).toBe(0);
  },
);

test.skipIf(process.platform === 'win32')(
  'a home below a folder in which others may rename it is refused',
  async () => {
    const ann = person();
    chmodSync(ann.root, 0o777);
    const { exit, err } = await ann.sqrl(['list']);
    expect(exit).not.toBe(0);
    expect(err).toContain(`chmod o-w "${ann.root}"`);
    chmodSync(ann.root, 0o1777);
    expect((await ann.sqrl(['list', '--no-daemon'])).exit).toBe(3);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'a home of another user, or a file of theirs in it, is refused',
  async () => {
    const ann = person();
    for (const folder of [ann.root, ann.home, ann.project]) chownSync(folder, NOBODY, NOBODY);
    const asNobody = () => ann.sqrl(['list', '--no-daemon'], {}, NOBODY);
    const config = join(ann.home, 'config.toml');
    chownSync(config, STRANGER, STRANGER);
    chmodSync(config, 0o644);
    expect((await asNobody()).err).toContain(`${config} belongs to another user (uid ${STRANGER})`);
    chownSync(config, NOBODY, NOBODY);
    expect(await asNobody()).toMatchObject({ exit: 3 });

    chownSync(ann.home, STRANGER, STRANGER);
    chmodSync(ann.home, 0o755);
    expect((await asNobody()).err).toContain(`${ann.home} belongs to another user`);
  },
);

test('a home that is a file is told as such', async () => {
  const ann = person();
  const home = join(ann.home, 'file');
  writeFileSync(home, '');
  const { exit, err } = await ann.sqrl(['list'], { SQRL_HOME: home });
  expect({ exit, err }).toMatchObject({
    exit: 2,
    err: expect.stringContaining(`${home} is a file, not a folder.`),
  });
});
