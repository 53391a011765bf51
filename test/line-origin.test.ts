import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineBefore, linesByCommit } from '@sqrl/base/git/blame.ts';
import { expect, test } from 'vitest';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { clonesOf, git } from './support/clones.ts';
import { open, temporaryFolder } from './support/home.ts';
import { meet, textOf } from './support/mcp.ts';
import { over, typing } from './support/typing.ts';

const HOUR = 3600_000;
/** Ann's commit is made now, so that its clock and the log's agree. */
const NOW = Math.floor(Date.now() / 1000) * 1000;

/** A clone of Ann and one of Bob, and a session of Ann's in which an agent changed a file and committed it. */
async function shop() {
  const clones = clonesOf(['Ann', 'Bob'], { driver: true });
  const cart = join(clones.Ann, 'cart.ts');
  writeFileSync(cart, 'export const total = 1;\n');
  git(clones.Ann, 'add', '-A');
  git(clones.Ann, 'commit', '-q', '-m', 'Add the cart');
  writeFileSync(cart, 'export const total = 1;\nexport const tax = 0.2;\n');
  git(clones.Ann, 'commit', '-q', '-am', 'Add the tax');
  git(clones.Ann, 'push', '-q', 'origin', 'HEAD');
  const hash = git(clones.Ann, 'rev-parse', '--short=7', 'HEAD').trim();
  const session = (name: string, startedAt: number, turns: readonly Turn[]) => {
    const log = join(temporaryFolder(), `${name}.jsonl`);
    writeFileSync(log, claudeLog({ session: name, cwd: clones.Ann, startedAt, turns }));
    return log;
  };
  const logs = [
    session('maker', NOW - 20_000, [
      { say: 'Customers in France pay 20 % tax: add it to the cart as a constant' },
      { reply: 'Which rate should it be, 0.2 or 20?' },
      { say: '0.2' },
      { edit: 'cart.ts' },
      { run: 'git commit -am "Add the tax"', output: `[main ${hash}] Add the tax` },
    ]),
    session('other', NOW - 5 * HOUR, [{ say: 'Rename the total of the cart, please' }, { edit: 'cart.ts' }]),
  ];
  const ann = open({ project: clones.Ann, now: () => NOW + HOUR });
  await ann.client.call('ingest', { paths: logs, mine: true });
  return { clones, cart, ann, sqrl: typing(clones.Ann, over(ann.client)) };
}

test('a line leads to its commit, the session that made that, and what was typed for it', async () => {
  const { cart, ann, sqrl } = await shop();
  const found = await ann.client.call('lineOrigin', { path: cart, line: 2 });
  expect(found).toMatchObject({
    path: 'cart.ts',
    text: 'export const tax = 0.2;',
    commit: { subject: 'Add the tax', author: 'Ann' },
    work: { session: 'maker', madeCommit: true },
    asked: [
      { text: 'Customers in France pay 20 % tax: add it to the cart as a constant', answers: null },
      { text: '0.2', answers: 'Which rate should it be, 0.2 or 20?' },
    ],
  });
  const { out, exit } = await sqrl(['why', 'cart.ts:2']);
  expect(exit).toBe(0);
  expect(out).toContain('Customers in France pay 20 % tax');
  expect(out).toMatch(/Session {2}claude-code .+ made the commit/);
  expect((await sqrl(['history', 'why', 'cart.ts:2'])).out).toBe(out);
  expect(await sqrl(['why', 'cart.ts:9'])).toMatchObject({
    exit: 3,
    err: expect.stringContaining('no line 9'),
  });
  expect((await sqrl(['why', 'carts.ts:1'])).err).toContain('or missing');
});

test('an agent is told the same over MCP, also of a line that no session wrote', async () => {
  const { cart, ann } = await shop();
  const { agent } = await meet(ann.client);
  const asked = async (line: number) => {
    const result = await agent.callTool({
      name: 'history',
      arguments: { about: 'line', of: `${cart}:${line}` },
    });
    expect(result.isError, textOf(result)).toBeFalsy();
    return result;
  };
  expect(textOf(await asked(2))).toContain('Customers in France pay 20 % tax');
  expect((await asked(2)).structuredContent).toMatchObject({
    items: [{ id: expect.stringMatching(/^commit:/), text: expect.stringContaining('“Add the tax”') }],
  });
  const bob = open({ project: ann.engine.project!.root, now: () => NOW });
  const other = await meet(bob.client);
  const result = await other.agent.callTool({
    name: 'history',
    arguments: { about: 'line', of: `${cart}:2` },
  });
  expect(textOf(result)).not.toContain('asked “');
});

test('a session that did not make the commit is only the likely one, and an uncommitted line has one too', async () => {
  const { clones, cart, ann } = await shop();
  // Commits are read like sessions, but none of them is where somebody typed something.
  await ann.client.call('ingest', { paths: [clones.Ann] });
  const old = await ann.client.call('lineOrigin', { path: cart, line: 1 });
  expect(old).toMatchObject({
    commit: { subject: 'Add the cart' },
    work: { client: 'claude-code', madeCommit: false },
  });
  writeFileSync(cart, 'export const total = 1;\nexport const tax = 0.2;\nexport const rounded = true;\n');
  const fresh = await ann.client.call('lineOrigin', { path: cart, line: 3 });
  expect(fresh).toMatchObject({ commit: null, work: { session: 'maker', madeCommit: false } });
});

test("a teammate's line tells its commit and what they shared about the file, quoted", async () => {
  const { clones, ann } = await shop();
  const { id } = await ann.client.call('remember', {
    text: 'Prices in cart.ts are gross: France pays 20 % tax',
    type: 'decision',
    files: ['cart.ts'],
  });
  await ann.client.call('share', { ids: [id] });
  git(clones.Ann, 'add', '-A');
  git(clones.Ann, 'commit', '-q', '-m', 'Share');
  git(clones.Ann, 'push', '-q', 'origin', 'HEAD');
  git(clones.Bob, 'pull', '-q', 'origin', 'main');
  const bob = open({ project: clones.Bob });
  await bob.client.call('sync', { join: true });
  expect(await bob.client.call('lineOrigin', { path: join(clones.Bob, 'cart.ts'), line: 2 })).toMatchObject({
    commit: { author: 'Ann', subject: 'Add the tax' },
    work: null,
    asked: [],
    memories: [{ id, text: expect.stringMatching(/^Ann \(shared in git\): “Prices in cart\.ts/) }],
  });
});

test('a line is found in the committed file by what stands around it', () => {
  const committed = ['a', 'b', 'c', 'd'];
  expect(lineBefore(committed, ['a', 'x', 'b', 'c', 'd'], 1)).toBeUndefined();
  expect(lineBefore(committed, ['a', 'x', 'b', 'c', 'd'], 3)).toBe(2);
  expect(lineBefore(committed, ['x', 'b', 'y', 'd'], 1)).toBe(1);
  expect(lineBefore(committed, ['a', 'b\r', 'c\r', 'd'], 2)).toBe(2);
});

test('a change in a file’s history names the commit it went into and the symbols that this touched', async () => {
  const { clones, cart, ann, sqrl } = await shop();
  // Not committed, above what was: the lines move.
  writeFileSync(cart, '// Prices.\nexport const total = 1;\nexport const tax = 0.2;\n');
  const commits = git(clones.Ann, 'log', '--format=%H').trim().split('\n');
  expect(await linesByCommit(clones.Ann, 'cart.ts', { env: process.env })).toEqual(
    new Map([
      [commits[1], [2]],
      [commits[0], [3]],
    ]),
  );
  await ann.client.call('graphIndex', {});
  const { steps } = await ann.client.call('fileHistory', { path: 'cart.ts' });
  expect(steps.at(-1)).toMatchObject({
    ...{ session: 'other', way: 'edit' },
    commit: { subject: 'Add the cart', symbols: ['total'] },
  });
  expect((await sqrl(['history', 'file', 'cart.ts'])).out).toMatch(/commit:[0-9a-f]{12} total/);
});

test('of commits that were made in the same second, as a rebase makes them, each names itself', async () => {
  const { clones, ann } = await shop();
  await ann.client.call('ingest', { paths: [clones.Ann] });
  const { steps } = await ann.client.call('fileHistory', { path: 'cart.ts' });
  const ofGit = steps.filter(({ client }) => client === 'git');
  expect(ofGit.map(({ commit }) => commit?.subject)).toEqual(['Add the tax', 'Add the cart']);
});
