import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Output } from '../../../protocol/verbs.ts';
import { testMemory, typed } from '../../testing/world.ts';

const planned = { shared: [testMemory()], known: 0, file: '.ctx/memories.jsonl', person: 'Ann', notices: [] };
const report = {
  ...{
    joined: false,
    hasFile: true,
    file: '.ctx/memories.jsonl',
    offered: { memories: 2, people: ['Ann', 'E\u001b[31mve'] },
  },
  ...{
    standing: { mine: 0, reviewed: 0, proposed: 0 },
    waiting: 0,
    written: false,
    repaired: false,
    wrong: null,
  },
  ...{
    agreedOn: 'origin/main',
    added: 0,
    changed: 0,
    removed: 0,
    proposed: 0,
    contested: 0,
    secret: 0,
    left: 0,
  },
};

test('sharing shows each text and asks; without a terminal it wants --yes, and an agent cannot', async () => {
  const linkedWith = (linked: string | null) => ({
    share: () => planned,
    hubStatus: () => ({ linked }) as Output<'hubStatus'>,
  });
  const answers = linkedWith(null);
  const asked = await typed(['share', '--git', '7k3f9x2m'], { answers, terminal: true, stdin: 'n\n' });
  expect(asked).toMatchObject({ exit: 1, calls: [{ verb: 'share', input: { dryRun: true } }] });
  expect(asked.err).toContain('The staging database is wiped every Sunday');
  expect(asked.err).toContain('Share 1 memory as Ann in .ctx/memories.jsonl, a file of the repository?');
  const agreed = await typed(['share', '--git', '7k3f9x2m'], { answers, terminal: true, stdin: 'y\n' });
  expect(agreed).toMatchObject({ exit: 0, calls: [{}, { input: { ids: ['7k3f9x2m'] } }] });
  expect(agreed.out).toContain('git add .ctx/memories.jsonl .gitattributes');
  expect(await typed(['share', '--git', '7k3f9x2m'], { answers })).toMatchObject({ exit: 2, calls: [{}] });
  expect(await typed(['share', '7k3f9x2m', '--yes'], { answers })).toMatchObject({ exit: 0 });
  // With a hub it has to be said which of the two is meant.
  const unclear = await typed(['share', '7k3f9x2m', '--yes'], { answers: linkedWith('shop') });
  expect(unclear).toMatchObject({ exit: 2, calls: [{ verb: 'hubStatus' }] });
  expect(unclear.err).toContain('--to project');
  const agent = await typed(['share', '7k3f9x2m', '--yes'], { answers, env: { CLAUDECODE: '1' } });
  expect(agent).toMatchObject({ exit: 1, calls: [{ verb: 'hubStatus' }] });
  for (const argv of [['share'], ['share', '--all', '7k3f9x2m']])
    expect(await typed(argv)).toMatchObject({ exit: 2 });
});

test('what others share is used only after a yes, and their names are shown as plain text', async () => {
  const answers = {
    sync: ({ join }: { join?: boolean }) => ({
      ...report,
      ...(join && { joined: true, added: 2, contested: 1 }),
    }),
  };
  const no = await typed(['sync'], { answers, terminal: true, stdin: '\n' });
  expect(no).toMatchObject({ exit: 1, calls: [{ verb: 'sync', input: {} }] });
  expect(no.err).toContain('.ctx/memories.jsonl has 2 memories by Ann, E');
  expect(no.err).not.toContain('\u001b[31mve');
  const yes = await typed(['sync', '--yes'], { answers });
  expect(yes).toMatchObject({ exit: 0, calls: [{}, { input: { join: true } }] });
  expect(yes.out).toBe('Shared memories: 2 new.\n1 memory worded in two ways at once: `sqrl review`.\n');
  expect(await typed(['sync', '--yes'], { answers, env: { CLAUDECODE: '1' } })).toMatchObject({
    exit: 1,
    calls: [{}],
  });
  const status = await typed(['sync', '--status'], { answers });
  expect(status).toMatchObject({ exit: 0, calls: [{ input: { write: false } }] });
  expect(status.out).toContain('2 memories, not used here');
  const none = { sync: () => ({ ...report, hasFile: false }) };
  expect((await typed(['sync'], { answers: none })).out).toContain('Nothing is shared here yet');
});

test('forgetting a shared memory says that the history of git keeps it', async () => {
  const answers = {
    forget: () => ({ forgotten: [testMemory()], ended: ['7k3f9x2m4p5q'], hidden: ['aaaabbbbcccc'] }),
  };
  const { out } = await typed(['forget', '7k3f9x2m', '--yes'], { answers });
  expect(out).toContain("Git's history keeps the text");
  expect(out).toContain('Others share aaaabbbbcccc');
});

test('the merge driver writes the merged file, and leaves it alone where a side is not ours', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const line = (id: string) => `{"id":"${id}","type":["last","gotcha",1,"d"]}\n`;
  const [base, ours, theirs] = ['base', 'ours', 'theirs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(base, '');
  writeFileSync(ours, line('bbbb'));
  writeFileSync(theirs, line('aaaa'));
  expect(await typed(['merge-driver', base, ours, theirs])).toMatchObject({ exit: 0, opened: 0 });
  expect(readFileSync(ours, 'utf8')).toBe(line('aaaa') + line('bbbb'));
  writeFileSync(theirs, 'hello\n');
  expect(await typed(['merge-driver', base, ours, theirs])).toMatchObject({ exit: 1 });
  expect(readFileSync(ours, 'utf8')).toBe(line('aaaa') + line('bbbb'));
});

test('the check before a commit names line and kind of a secret', async () => {
  const answers = { checkShared: () => ({ secrets: [{ line: 3, found: ['github token'] }], wrong: null }) };
  const refused = await typed(['check-shared'], { answers, stdin: 'x' });
  expect(refused).toMatchObject({ exit: 1 });
  expect(refused.err).toContain('.ctx/memories.jsonl:3 holds what looks like a secret (github token).');
  const fine = { checkShared: () => ({ secrets: [], wrong: null }) };
  expect(await typed(['check-shared'], { answers: fine, stdin: '' })).toMatchObject({ exit: 0, out: '' });
});
