import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { folder } from '@sqrl/base/testing/folder.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NoteFollower } from './follow.ts';
import { listNotes } from './list-notes.ts';

const QUICK = { quietMs: 30, pollMs: 40 };
const TIMEOUT = { timeout: 600_000, interval: 10 };
const open: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of open.splice(0)) await each[Symbol.asyncDispose]();
});

/** Follows a folder and counts what it is told. */
function follow(path: string, more: Partial<ConstructorParameters<typeof NoteFollower>[0]> = {}) {
  const told = { changes: 0, troubles: [] as string[] };
  const follower = new NoteFollower({
    folder: path,
    onChange: () => void told.changes++,
    trouble: (text) => told.troubles.push(text),
    ...QUICK,
    ...more,
  });
  open.push(follower);
  /** Does something, and waits until it is told. */
  const hears = async (act: () => void) => {
    const before = told.changes;
    act();
    await vi.waitFor(() => expect(told.changes).toBeGreaterThan(before), TIMEOUT);
  };
  return { told, follower, hears };
}

const later = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe.each([
  ['watching', {}],
  ['polling', { poll: true }],
] as const)('%s', (_, way) => {
  test('notes that are there, come, change, move and go are told, in folders too', async () => {
    using notes = folder();
    notes.write('sub/a.md', 'a');
    const { hears } = follow(notes.path, way);

    await hears(() => {});
    await hears(() => appendFileSync(notes.at('sub/a.md'), 'more'));
    await hears(() => notes.write('deep/down/b.md', 'b'));
    await hears(() => renameSync(notes.at('sub'), notes.at('moved')));
    await hears(() => appendFileSync(notes.at('moved/a.md'), 'and more'));
    await hears(() => {
      notes.write('.a.md.swp', 'another text');
      renameSync(notes.at('.a.md.swp'), notes.at('moved/a.md'));
    });
    await hears(() => unlinkSync(notes.at('deep/down/b.md')));
    await hears(() => rmSync(notes.at('moved'), { recursive: true }));
  });

  test('many quick saves are told once, when they are over', async () => {
    using notes = folder();
    const quietMs = 500;
    const { told, hears } = follow(notes.path, { ...way, quietMs, pollMs: 20 });

    await hears(() => notes.write('a.md', 'one\n'));
    for (;;) {
      const before = told.changes;
      let [longest, last] = [0, performance.now()];
      for (let i = 0; i < 10; i++) {
        appendFileSync(notes.at('a.md'), `line ${i}\n`);
        await later(20);
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
      await hears(() => {});
      // On a busy machine they may have been less quick than that.
      if (longest > quietMs / 2) continue;
      expect(told.changes).toBe(before + 1);
      break;
    }
  });

  test('other files, and what is to be ignored, are not told', async () => {
    using notes = folder();
    notes.write('a.md', 'a');
    const { told, hears } = follow(notes.path, { ...way, isIgnored: (path) => path.startsWith('daily') });
    await hears(() => {});

    for (const other of ['c.txt', '.hidden.md', '.git/x.md', 'node_modules/p/README.md', 'daily/1.md'])
      notes.write(other, 'x');
    await later(300);

    expect(told.changes).toBe(1);
  });

  test('a folder that vanishes is no change, and is followed again when it comes back', async () => {
    using home = folder();
    home.write('notes/a.md', 'a');
    const { told, hears } = follow(home.at('notes'), way);
    await hears(() => {});

    renameSync(home.at('notes'), home.at('elsewhere'));
    await vi.waitFor(() => expect(told.troubles.join()).toContain('does not exist'), TIMEOUT);
    expect(told.changes).toBe(1);

    await hears(() => {
      renameSync(home.at('elsewhere'), home.at('notes'));
      home.write('notes/c.md', 'c');
    });
    expect(told.troubles).toHaveLength(1);
  });

  test('when it is closed it waits for what runs, says nothing more, and nothing keeps running', async () => {
    using notes = folder();
    notes.write('sub/a.md', 'a');
    const before = process.getActiveResourcesInfo().filter((kind) => kind.startsWith('FS')).length;
    let done = false;
    const begun = Promise.withResolvers<void>();
    const { follower } = follow(notes.path, {
      ...way,
      async onChange() {
        begun.resolve();
        await later(100);
        done = true;
      },
    });
    await begun.promise;

    await follower.close();
    expect(done).toBe(true);
    done = false;
    notes.write('b.md', 'b');
    await later(200);

    expect(done).toBe(false);
    expect(
      process.getActiveResourcesInfo().filter((kind) => kind.startsWith('FS')).length,
    ).toBeLessThanOrEqual(before);
  });
});

test('a change that cannot be dealt with is told, and does not stop the next', async () => {
  using notes = folder();
  let times = 0;
  const { told } = follow(notes.path, {
    onChange() {
      times++;
      if (times === 1) throw new Error('the store is busy');
    },
  });
  notes.write('a.md', 'a');
  await vi.waitFor(() => expect(told.troubles).toEqual(['Notes: the store is busy']), TIMEOUT);

  notes.write('b.md', 'b');

  await vi.waitFor(() => expect(times).toBe(2), TIMEOUT);
});

test('links in a circle, links out of the folder, pipes and folders named like notes are not listed', async () => {
  using notes = folder();
  using elsewhere = folder();
  elsewhere.write('private.md', 'not yours');
  notes.write('sub/a.md', 'a');
  symlinkSync('..', notes.at('sub/loop'));
  symlinkSync('self.md', notes.at('self.md'));
  symlinkSync(elsewhere.at('private.md'), notes.at('leak.md'));
  symlinkSync(elsewhere.path, notes.at('leaks'));
  mkdirSync(notes.at('folder.md'));
  notes.write('folder.md/folder.md', 'in it');
  execFileSync('sh', ['-c', 'mkfifo "$0"', notes.at('pipe.md')]);

  const listing = await listNotes(notes.path);

  expect([...listing!.notes.keys()].sort()).toEqual(['folder.md/folder.md', 'sub/a.md']);
});

test('where watching is refused it looks every now and then instead, and says so', () => {
  using notes = folder();
  notes.write('a.md', 'a');
  const program = `
    import { closeSync, openSync, writeFileSync } from 'node:fs';
    import { NoteFollower } from ${JSON.stringify(new URL('./follow.ts', import.meta.url).href)};
    const taken = [];
    try { for (;;) taken.push(openSync('/dev/null')); } catch {}
    const lines = [];
    const follower = new NoteFollower({
      folder: ${JSON.stringify(notes.path)}, quietMs: 50, pollMs: 50,
      trouble(text) {
        lines.push(text);
        if (!text.startsWith('Watching')) return;
        taken.splice(0).forEach((each) => closeSync(each));
        writeFileSync(${JSON.stringify(notes.at('b.md'))}, 'b');
      },
      onChange() {
        lines.push('changed');
        follower.close().then(() => console.log(lines.join('\\n')));
      },
    });
  `;
  const shell = 'ulimit -n 64 && exec "$0" --input-type=module -e "$1"';
  const out = execFileSync('sh', ['-c', shell, process.execPath, program], {
    encoding: 'utf8',
    timeout: 60_000,
  });

  expect(out).toMatch(/^Watching .* failed \(EMFILE\); checking it every 0\.05 s instead\.$/m);
  expect(out.trim().split('\n').at(-1)).toBe('changed');
});
