import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Folder, folder } from '../../base/testing/folder.ts';
import { type FollowNotesOptions, followNotes, type NoteChange, type NoteFollower } from './follow.ts';

const QUICK = { quietMs: 60, pollMs: 80 };
const open: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of open.splice(0)) await each[Symbol.asyncDispose]();
});

/** Follows a folder and keeps what it is told. */
function follow(notes: Folder, more: Partial<FollowNotesOptions> = {}) {
  const told: NoteChange[] = [];
  const troubles: string[] = [];
  const follower: NoteFollower = followNotes({
    folder: notes.path,
    tell: (change) => void told.push(change),
    trouble: ({ text }) => troubles.push(text),
    ...QUICK,
    ...more,
  });
  open.push(follower);
  const hears = (change: NoteChange) =>
    vi.waitFor(() => expect(told).toContainEqual(change), { timeout: 600_000, interval: 10 });
  return { told, troubles, follower, hears };
}

const changed = (path: string): NoteChange => ({ did: 'changed', path });
const later = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe.each([
  ['watching', {}],
  ['polling', { poll: true }],
] as const)('%s', (_, way) => {
  test('tells every note that is there, in folders too, and nothing else', async () => {
    using notes = folder();
    notes.write('a.md', 'a');
    notes.write('deep/down/B.MD', 'b');
    for (const other of ['c.txt', '.hidden.md', '.git/x.md', 'node_modules/p/README.md', 'd.md.tmp'])
      notes.write(other, 'x');
    const { told, follower } = follow(notes, way);

    await follower.ready;

    expect(told.sort((x, y) => x.path.localeCompare(y.path))).toEqual([
      changed('a.md'),
      changed('deep/down/B.MD'),
    ]);
  });

  test('an appended note is told', async () => {
    using notes = folder();
    notes.write('a.md', 'one\n');
    const { told, follower, hears } = follow(notes, way);
    await follower.ready;
    told.length = 0;

    appendFileSync(notes.at('a.md'), 'two\n');

    await hears(changed('a.md'));
    expect(told).toEqual([changed('a.md')]);
  });

  test('many quick saves are one change', async () => {
    using notes = folder();
    notes.write('a.md', 'one\n');
    const { told, follower, hears } = follow(notes, { ...way, quietMs: 1_000, pollMs: 20 });
    await follower.ready;
    told.length = 0;

    for (let i = 0; i < 10; i++) {
      appendFileSync(notes.at('a.md'), `line ${i}\n`);
      await later(20);
    }

    await hears(changed('a.md'));
    expect(told).toEqual([changed('a.md')]);
  });

  test('a note replaced by an editor is still followed', async () => {
    using notes = folder();
    notes.write('a.md', 'one\n');
    const { told, follower, hears } = follow(notes, way);
    await follower.ready;

    for (const text of ['two', 'three']) {
      told.length = 0;
      notes.write('.a.md.swp', text);
      renameSync(notes.at('.a.md.swp'), notes.at('a.md'));
      await hears(changed('a.md'));
    }
    told.length = 0;
    appendFileSync(notes.at('a.md'), 'four\n');
    await hears(changed('a.md'));
  });

  test('new notes are told, in new folders too', async () => {
    using notes = folder();
    const { follower, hears } = follow(notes, way);
    await follower.ready;

    notes.write('new.md', 'x');
    notes.write('a/b/c/new.md', 'x');
    await hears(changed('new.md'));
    await hears(changed('a/b/c/new.md'));

    notes.write('a/b/later.md', 'x');
    await hears(changed('a/b/later.md'));
  });

  test('deleted notes are told, one by one or with their folder', async () => {
    using notes = folder();
    for (const path of ['a.md', 'sub/b.md', 'sub/deep/c.md']) notes.write(path, path);
    const { told, follower, hears } = follow(notes, way);
    await follower.ready;

    unlinkSync(notes.at('a.md'));
    await hears({ did: 'gone', path: 'a.md' });
    rmSync(notes.at('sub'), { recursive: true });
    await hears({ did: 'gone', path: 'sub/b.md' });
    await hears({ did: 'gone', path: 'sub/deep/c.md' });

    // A folder that comes back under its old name is seen again.
    notes.write('sub/d.md', 'd');
    await hears(changed('sub/d.md'));
    appendFileSync(notes.at('sub/d.md'), 'more');
    await vi.waitFor(() => expect(told.filter(({ path }) => path === 'sub/d.md')).toHaveLength(2), 600_000);
  });

  test('a renamed note is told with its old name, and so are the notes of a renamed folder', async () => {
    using notes = folder();
    for (const path of ['a.md', 'sub/b.md', 'sub/c.md']) notes.write(path, path.repeat(path.length));
    const { told, follower, hears } = follow(notes, way);
    await follower.ready;

    renameSync(notes.at('a.md'), notes.at('z.md'));
    await hears({ did: 'renamed', path: 'z.md', from: 'a.md' });
    renameSync(notes.at('sub'), notes.at('moved'));
    await hears({ did: 'renamed', path: 'moved/b.md', from: 'sub/b.md' });
    await hears({ did: 'renamed', path: 'moved/c.md', from: 'sub/c.md' });
    expect(told.filter(({ did }) => did === 'gone')).toEqual([]);

    appendFileSync(notes.at('moved/b.md'), 'more');
    await hears(changed('moved/b.md'));
  });

  test('notes known from before are told as gone where they are gone', async () => {
    using notes = folder();
    notes.write('a.md', 'a');
    const { told, follower } = follow(notes, { ...way, known: ['a.md', 'lost.md', 'sub/lost.md'] });

    await follower.ready;

    expect(told).toEqual([
      changed('a.md'),
      { did: 'gone', path: 'lost.md' },
      { did: 'gone', path: 'sub/lost.md' },
    ]);
  });

  test('a folder that vanishes takes no memory along, and is followed again when it comes back', async () => {
    using home = folder();
    home.write('notes/a.md', 'a');
    home.write('notes/b.md', 'b');
    const notes = { ...home, path: home.at('notes') };
    const { told, troubles, follower, hears } = follow(notes, way);
    await follower.ready;
    told.length = 0;

    renameSync(home.at('notes'), home.at('elsewhere'));
    await vi.waitFor(() => expect(troubles.join()).toContain('does not exist'), 600_000);
    expect(told).toEqual([]);

    unlinkSync(home.at('elsewhere/b.md'));
    renameSync(home.at('elsewhere'), home.at('notes'));
    await hears({ did: 'gone', path: 'b.md' });
    home.write('notes/c.md', 'c');
    await hears(changed('c.md'));
    expect(told.filter(({ path }) => path === 'a.md')).toEqual([]);
    expect(troubles).toHaveLength(1);
  });

  test('a folder that is not there yet is waited for', async () => {
    using home = folder();
    const { told, follower, hears } = follow(
      { ...home, path: home.at('notes') },
      { ...way, known: ['a.md'] },
    );
    await follower.ready;
    expect(told).toEqual([]);

    home.write('notes/a.md', 'a');
    await hears(changed('a.md'));
    expect(told.map(({ did }) => did)).not.toContain('gone');
  });

  test('links in a circle, links out of the folder, pipes and folders named like notes do no harm', async () => {
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
    const { told, follower, hears } = follow(notes, way);

    await follower.ready;
    expect(told.map(({ path }) => path).sort()).toEqual(['folder.md/folder.md', 'sub/a.md']);
    rmSync(notes.at('folder.md'), { recursive: true });
    await hears({ did: 'gone', path: 'folder.md/folder.md' });
    notes.write('b.md', 'b');
    await hears(changed('b.md'));
  });

  test('when it is closed it says nothing more, and nothing keeps running', async () => {
    using notes = folder();
    notes.write('sub/a.md', 'a');
    const before = process.getActiveResourcesInfo().filter((kind) => kind.startsWith('FS')).length;
    const { told, follower } = follow(notes, way);
    await follower.ready;
    appendFileSync(notes.at('sub/a.md'), 'more');
    await later(20);

    await follower.close();
    told.length = 0;
    appendFileSync(notes.at('sub/a.md'), 'and more');
    notes.write('b.md', 'b');
    await later(500);

    expect(told).toEqual([]);
    expect(
      process.getActiveResourcesInfo().filter((kind) => kind.startsWith('FS')).length,
    ).toBeLessThanOrEqual(before);
  });
});

test('changes are told one after the other, and one that cannot be dealt with does not stop the next', async () => {
  using notes = folder();
  for (const path of ['a.md', 'b.md', 'c.md']) notes.write(path, path);
  let running = 0;
  const dealt: string[] = [];
  const { troubles, follower } = follow(notes, {
    async tell({ path }) {
      expect(++running).toBe(1);
      await later(20);
      running--;
      if (path === 'b.md') throw new Error('the store is busy');
      dealt.push(path);
    },
  });

  await follower.ready;

  expect(dealt.sort()).toEqual(['a.md', 'c.md']);
  expect(troubles).toEqual(['b.md could not be processed: the store is busy']);
});

test('closing waits for the change that is being dealt with', async () => {
  using notes = folder();
  notes.write('a.md', 'a');
  let done = false;
  const begun = Promise.withResolvers<void>();
  const { follower } = follow(notes, {
    async tell() {
      begun.resolve();
      await later(100);
      done = true;
    },
  });
  await begun.promise;

  await follower.close();

  expect(done).toBe(true);
});

test('a hundred notes at once are all told', async () => {
  using notes = folder();
  const { told, follower } = follow(notes);
  await follower.ready;

  for (let i = 0; i < 100; i++) notes.write(`n${i % 7}/note-${i}.md`, `note ${i}`);

  const quiet = () => new Set(told.filter((change) => change.did === 'changed').map(({ path }) => path));
  await vi.waitFor(() => expect(quiet().size).toBe(100), 600_000);
});

test('where watching is refused it looks every now and then instead, says so, and takes nothing unseen for gone', () => {
  using notes = folder();
  notes.write('a.md', 'a');
  const program = `
    import { closeSync, openSync, writeFileSync } from 'node:fs';
    import { followNotes } from ${JSON.stringify(new URL('./follow.ts', import.meta.url).href)};
    const taken = [];
    try { for (;;) taken.push(openSync('/dev/null')); } catch {}
    const lines = [];
    const follower = followNotes({
      folder: ${JSON.stringify(notes.path)}, quietMs: 50, pollMs: 50, known: ['a.md'],
      trouble: ({ text }) => lines.push(text),
      tell: ({ did, path }) => {
        lines.push(did + ' ' + path);
        if (path === 'b.md') follower.close().then(() => console.log(lines.join('\\n')));
      },
    });
    await follower.ready;
    taken.forEach((each) => closeSync(each));
    writeFileSync(${JSON.stringify(notes.at('b.md'))}, 'b');
  `;
  const shell = 'ulimit -n 64 && exec "$0" --input-type=module -e "$1"';
  const out = execFileSync('sh', ['-c', shell, process.execPath, program], {
    encoding: 'utf8',
    timeout: 600_000,
  });

  expect(out).toMatch(/^Watching .* failed \(EMFILE\); checking it every 0\.05 s instead\.$/m);
  expect(out.trim().split('\n').slice(1)).toEqual(['changed a.md', 'changed b.md']);
});
