import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setCodeState } from '@sqrl/code-graph/tables/state.ts';
import { fingerprintOf } from '@sqrl/squirrel/ingest/episodes/fingerprint.ts';
import { remember } from '@sqrl/squirrel/learn/verbs/remember.ts';
import { newTrustOffer, setTrust, trustLevel } from '@sqrl/squirrel/learn/verbs/trust.ts';
import { deliver } from '@sqrl/squirrel/recall/deliver/deliver.ts';
import { injectionsOf } from '@sqrl/squirrel/store/delivery/receipts.ts';
import { addRelations } from '@sqrl/squirrel/store/memory/belongings.ts';
import { addMemory } from '@sqrl/squirrel/store/memory/memories.ts';
import { aMemory } from '@sqrl/squirrel/store/testing/a-memory.ts';
import { expect, test } from 'vitest';
import { HOUR, keep, NOON, onCommand, opened, SETTINGS, tell } from './support/deliveries.ts';
import { open, temporaryFolder } from './support/home.ts';
import { madeSession } from './support/made-session.ts';

const DAY = 24 * HOUR;

test('a session begins with its rules, how things are run here and what is open, most trusted first', async () => {
  const engine = opened();
  keep(engine, { type: 'preference', text: 'Maybe tabs', source: 'observer_inferred', confidence: 0.85 });
  keep(engine, { type: 'preference', text: 'Answer in short sentences', verified: true });
  keep(engine, { type: 'decision', text: 'Money is counted in cents', key: 'decision.money' });
  keep(engine, { type: 'decision', text: 'A commit said something once', source: 'commit_auto' });
  keep(engine, { type: 'pattern', text: 'The tests are run with `npm test`.', key: 'command.test' });
  keep(engine, { type: 'work_state', text: 'Left unfinished: the cart rounds wrongly', key: 'work.here' });
  keep(engine, { type: 'gotcha', text: 'The staging database is wiped on Sundays' });
  keep(engine, { type: 'gotcha', text: 'A trap in a corner', files: ['src/corner.ts'] });
  keep(engine, { type: 'gotcha', text: 'A program saw this', source: 'observer_inferred' });

  const said = await tell(engine, { point: 'session start', because: 'startup' });

  expect(said.text.replaceAll(/ \[Memory #[^\]]+\]/g, '')).toBe(
    [
      'Memories from earlier sessions (what the user says now takes precedence; cite those you use as):',
      '## Standing rules',
      '- Answer in short sentences',
      '- Money is counted in cents',
      '- Maybe tabs',
      '## This project',
      '- The tests are run with `npm test`.',
      '- The staging database is wiped on Sundays',
      '## Unfinished work',
      '- Left unfinished: the cart rounds wrongly',
      'When the user decides something that holds beyond the task, call `remember` with one sentence that is clear on its own, and `replaces` if it changes a memory.',
    ].join('\n'),
  );
  expect(said).toMatchObject({
    shown: true,
    point: 'session start',
    spent: { tokens: said.tokens, cap: 6000 },
  });
  expect(injectionsOf(engine.own.store, 'claude-code', 'one')).toMatchObject([
    { id: said.injection, point: 'session start', tokens: said.tokens, shown: true, holdout: 'full' },
  ]);
});

test('a brief has 800 tokens at the most, whatever there is to say', async () => {
  const engine = opened();
  for (let i = 0; i < 60; i++)
    keep(engine, {
      type: 'preference',
      text: `Rule ${i}: ${'keep the lines of this module short '.repeat(3)}`,
    });
  for (let i = 0; i < 9; i++)
    keep(engine, { type: 'pattern', text: `Thing ${i} is run with \`make ${i}\``, key: `command.k${i}` });
  const said = await tell(engine, { point: 'session start', because: 'startup' });
  expect(said.tokens).toBeLessThanOrEqual(800);
  expect(said.tokens).toBeGreaterThan(600);
  expect(said.text).toContain('## This project');
});

test('an empty memory has nothing to say, and leaves no receipt', async () => {
  const engine = opened();
  const said = await tell(engine, { point: 'session start', because: 'startup' });
  expect(said).toMatchObject({ text: '', tokens: 0, injection: null, shown: false, withheld: null });
  expect(injectionsOf(engine.own.store, 'claude-code', 'one')).toEqual([]);
});

test('the brief comes again after a compaction, and guards with it; not otherwise', async () => {
  const engine = opened();
  const rule = keep(engine, { type: 'preference', text: 'Answer in short sentences' });
  const guard = keep(engine, { text: '`npm test` hangs without --run', trigger: onCommand('npm test') });
  const run = { point: 'before', tool: 'run', command: 'npm test' } as const;
  expect((await tell(engine, { point: 'session start', because: 'startup' })).memories).toEqual([rule.id]);
  expect((await tell(engine, { point: 'session start', because: 'startup' })).memories).toEqual([]);
  expect((await tell(engine, run)).memories).toEqual([guard.id]);
  expect((await tell(engine, run)).memories).toEqual([]);
  const again = await tell(engine, { point: 'session start', because: 'compaction' });
  expect(again.memories).toEqual([rule.id]);
  expect((await tell(engine, run)).memories).toEqual([guard.id]);
  expect((await tell(engine, run)).memories).toEqual([]);
});

test('the first prompt with a task gets its context, and what has nothing to do with it stays out', async () => {
  const engine = opened();
  const { memory: near } = await remember(engine, {
    text: 'Retries of the payment client must carry the same idempotency key, or customers pay twice',
    type: 'gotcha',
    confidence: 0.9,
  });
  await remember(engine, { text: 'The logo is exported from Figma at twice its size', confidence: 0.9 });

  expect(await tell(engine, { point: 'prompt', text: 'hello there' })).toMatchObject({ text: '' });
  const said = await tell(engine, {
    point: 'prompt',
    text: 'Add retries to the payment client when it times out',
  });

  expect(said).toMatchObject({ point: 'first prompt', memories: [near.id] });
  expect(said.text).toContain(`[Memory #${near.id}`);
  const later = await tell(engine, {
    point: 'prompt',
    text: 'Now add retries to the payment client of the shop',
  });
  expect(later).toMatchObject({ point: 'later prompt', memories: [] });
});

test('a later prompt brings up only what is new, strong and about it', async () => {
  const engine = opened();
  const { memory } = await remember(engine, {
    text: 'Invoices are rounded half to even, per line and never on the total',
    type: 'decision',
    confidence: 0.9,
  });
  await tell(engine, { point: 'prompt', text: 'Rename the settings page to preferences' });
  expect(await tell(engine, { point: 'prompt', text: 'yes, go on' })).toMatchObject({ text: '' });
  expect(
    await tell(engine, { point: 'prompt', text: 'Make the button on the page a bit larger' }),
  ).toMatchObject({
    text: '',
  });
  const said = await tell(engine, {
    point: 'prompt',
    text: 'The total of an invoice is rounded per line, why?',
  });
  expect(said).toMatchObject({ point: 'later prompt', memories: [memory.id] });
});

test('what one should know of a file is said after it was read, once', async () => {
  const engine = opened();
  const trap = keep(engine, { text: 'The cart is read by the mail job too', files: ['src/cart.ts'] });
  keep(engine, { type: 'pattern', text: 'Lines are sorted', files: ['src/cart.ts'] });
  const read = { point: 'after', tool: 'read', files: ['src/cart.ts'] } as const;
  expect(await tell(engine, read)).toMatchObject({ point: 'after read', memories: [trap.id] });
  expect(await tell(engine, read)).toMatchObject({ memories: [] });
  expect(await tell(engine, { ...read, files: ['src/pay.ts'] })).toMatchObject({ memories: [] });
});

test('after a failure comes what a memory says of that very failure', async () => {
  const engine = opened();
  const text = 'Error: connect ECONNREFUSED 127.0.0.1:5432';
  const { id } = fingerprintOf({ tool: 'run', text, command: 'npm test', exitCode: 1 });
  const fix = keep(engine, {
    type: 'error_pattern',
    text: 'Start the database first: `make db`',
    tags: [id],
  });
  const failed = {
    point: 'after',
    tool: 'run',
    command: 'npm test',
    outcome: 'failed',
    exitCode: 1,
  } as const;
  expect(await tell(engine, { ...failed, text: 'Error: expected 1 to be 2' })).toMatchObject({ text: '' });
  expect(await tell(engine, { ...failed, text })).toMatchObject({
    point: 'after failure',
    memories: [fix.id],
  });
  expect(await tell(engine, { ...failed, text })).toMatchObject({ memories: [] });
});

test('after a failure comes what resolved it every time before, if that was twice at least', async () => {
  const engine = opened();
  const text = 'Error: Cannot find module "@shop/money"';
  const failed = {
    point: 'after',
    tool: 'run',
    command: 'npm test',
    outcome: 'failed',
    exitCode: 1,
    text,
  } as const;
  madeSession(engine, { id: 'past-1', at: NOON - 2 * HOUR }, [
    { run: 'npm test', failed: text },
    { run: 'npm run build:money' },
    { run: 'npm test' },
  ]);
  expect(await tell(engine, failed)).toMatchObject({ text: '' });
  madeSession(engine, { id: 'past-2', at: NOON - HOUR }, [
    { run: 'npm test', failed: text },
    { run: 'ls' },
    { run: 'npm run build:money' },
    { run: 'npm test' },
  ]);
  const said = await tell(engine, failed);
  expect(said.text).toBe(
    'This failed the same way before. It passed after `npm run build:money` (2 of 2 times).',
  );
  expect(said).toMatchObject({ memories: [], shown: true });
  expect(await tell(engine, failed)).toMatchObject({ text: '' });
});

test('a search whose answer is known is answered, and one for a common word is not', async () => {
  const engine = opened();
  const known = keep(engine, {
    type: 'module_insight',
    text: 'parsePrice lives in src/money/parse.ts and takes any currency',
    files: ['src/money/parse.ts'],
  });
  keep(engine, {
    type: 'decision',
    text: 'parsePrice and formatPrice are each other’s inverse',
    confidence: 1,
  });
  const search = { point: 'before', tool: 'search', command: 'function parsePrice\\b' } as const;
  expect(await tell(engine, { ...search, command: 'price' })).toMatchObject({ text: '' });
  expect(await tell(engine, { ...search, command: 'parsePriceList' })).toMatchObject({ text: '' });
  expect(await tell(engine, search)).toMatchObject({ point: 'search', memories: [known.id] });
});

test('only what holds on the branch that is checked out is said', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/topic\n');
  const { engine } = open({ settings: SETTINGS, now: () => NOON, project: folder });
  keep(engine, { type: 'preference', text: 'Learned on main2', branch: 'other' });
  const here = keep(engine, { type: 'preference', text: 'Learned on topic', branch: 'topic' });
  const said = await tell(engine, { point: 'session start', because: 'startup' });
  expect(said.memories).toEqual([here.id]);
  expect(said.left.map(({ because }) => because)).toContain('it applies only on other so far');
  // First sessions of a repository are told that its code is not read yet.
  expect(said.text).toContain('Code graph: not read to its end yet');
  setCodeState(engine.own.store, 'indexed_at', String(NOON));
  const later = await tell(engine, { point: 'session start', because: 'startup' }, 'later');
  expect(later).toMatchObject({
    memories: [here.id],
    text: expect.not.stringContaining('not read to its end'),
  });
});

test('that the code is not read yet is said to three sessions, however long it takes, whether or not a daemon runs', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.git'));
  const { engine } = open({ settings: SETTINGS, now: () => NOON, project: folder });
  keep(engine, { type: 'preference', text: 'Dates are UTC' });
  const told: boolean[] = [];
  for (const session of ['one', 'two', 'three', 'four'])
    told.push(
      (await tell(engine, { point: 'session start', because: 'startup' }, session)).text.includes(
        'not read to its end',
      ),
    );
  expect(told).toEqual([true, true, true, false]);
});

test('the project’s word goes before the user’s under the same name', async () => {
  const engine = opened();
  const { store } = engine.user;
  const general = aMemory({
    type: 'preference',
    scope: 'global',
    key: 'tool.package_manager',
    text: 'Use npm',
  });
  store.transaction(() => addMemory(store, general, 'npm'));
  const own = keep(engine, { type: 'preference', key: 'tool.package_manager', text: 'Use pnpm' });
  const said = await tell(engine, { point: 'session start', because: 'startup' });
  expect(said.memories).toEqual([own.id]);
});

test('of two of which one took the other’s place only the newer is said', async () => {
  const engine = opened();
  const old = keep(engine, { type: 'decision', text: 'Dates are local', key: 'decision.dates.old' });
  const newer = keep(engine, { type: 'decision', text: 'Dates are UTC', key: 'decision.dates' });
  const { store } = engine.own;
  const row = store.sql('select row from memory where id = ?').get(newer.id)!.row as number;
  addRelations(store, row, [{ kind: 'supersedes', to: old.id, confidence: 1 }]);
  const said = await tell(engine, { point: 'session start', because: 'startup' });
  expect(said.memories).toEqual([newer.id]);
});

test('a session’s total is capped, and the cap is shown', async () => {
  const engine = opened(`${SETTINGS}\nsession_tokens = 150`);
  for (let i = 0; i < 10; i++)
    keep(engine, { text: `Trap number ${i} of this command`, trigger: onCommand(`make t${i}`) });
  let total = 0;
  for (let i = 0; i < 10; i++) {
    const said = await tell(engine, { point: 'before', tool: 'run', command: `make t${i}` });
    total += said.tokens;
    expect(said.spent).toEqual({ tokens: total, cap: 150 });
  }
  expect(total).toBeGreaterThan(50);
  expect(total).toBeLessThanOrEqual(150);
});

test('how sure it must be is what the project’s trust says, unless a person said it', async () => {
  const engine = opened();
  const trap = (command: string, some: object) =>
    keep(engine, { text: `\`${command}\` hangs`, trigger: onCommand(command), ...some });
  const guard = trap('npm test', { source: 'observer_inferred', confidence: 0.7 });
  const run = { point: 'before', tool: 'run', command: 'npm test' } as const;
  setTrust(engine, 'cautious');
  expect(await tell(engine, run)).toMatchObject({ memories: [] });
  setTrust(engine, 'standard');
  expect(await tell(engine, run)).toMatchObject({ memories: [guard.id] });

  setTrust(engine, 'cautious');
  const said = trap('make a', { source: 'user_said', confidence: 0.65 });
  trap('make b', { source: 'user_said', confidence: 0.64 });
  const make = (name: string) => tell(engine, { point: 'before', tool: 'run', command: `make ${name}` });
  expect(await make('a')).toMatchObject({ memories: [said.id] });
  expect(await make('b')).toMatchObject({ memories: [] });
});

test('after three wrong reminders in one session the level below is offered, once', async () => {
  let now = NOON;
  const { engine, client } = open({ settings: SETTINGS, now: () => now });
  setTrust(engine, 'standard');
  const rules = ['Answer in short sentences', 'Write tests first', 'Name branches after issues'].map((text) =>
    keep(engine, { type: 'preference', text }),
  );
  now += HOUR;
  const moment = { point: 'session start', because: 'startup' } as const;
  expect((await deliver(engine, { client: 'codex', session: 's', at: now, moment })).memories).toHaveLength(
    3,
  );
  now += HOUR;
  const reject = (...some: typeof rules) => client.call('reject', { ids: some.map(({ id }) => id) });
  await reject(rules[0]!, rules[1]!);
  expect(newTrustOffer(engine)).toBeUndefined();
  await reject(rules[2]!);
  expect(newTrustOffer(engine)).toMatchObject({
    message: '3 memories shown in one session were wrong.',
    hint: expect.stringContaining('config trust cautious'),
  });
  expect(newTrustOffer(engine)).toBeUndefined();
  // It is an offer: the level stays.
  expect(trustLevel(engine)).toBe('standard');
});

test('what was not used for long is no longer told by itself, and is told again once it is used', async () => {
  const engine = opened();
  setTrust(engine, 'standard');
  const learned = {
    source: 'observer_inferred' as const,
    confidence: 0.8,
    halfLifeDays: 20,
    createdAt: NOON - 90 * DAY,
    updatedAt: NOON - 90 * DAY,
  };
  const guard = keep(engine, { text: '`npm test` hangs', trigger: onCommand('npm test'), ...learned });
  const run = { point: 'before', tool: 'run', command: 'npm test' } as const;
  // Days without a session are no age.
  expect(await tell(engine, run, 'first')).toMatchObject({ memories: [guard.id] });
  for (let day = 30; day > 0; day--)
    madeSession(engine, { id: `day ${day}`, at: NOON - day * DAY }, [{ says: 'Rename the button' }]);
  const faded = await tell(engine, run, 'second');
  expect(faded).toMatchObject({
    memories: [],
    left: [
      {
        memory: guard.id,
        because: expect.stringContaining('not trusted enough to be shown unasked (trust:'),
      },
    ],
  });
  engine.own.store
    .sql('insert into metrics (memory, uses, last_used_at) select row, 1, ? from memory where id = ?')
    .run(NOON - DAY, guard.id);
  expect(await tell(engine, run, 'third')).toMatchObject({ memories: [guard.id] });
});

test('looking changes nothing', async () => {
  const engine = opened();
  keep(engine, { text: '`npm test` hangs', trigger: onCommand('npm test') });
  const look = () =>
    deliver(engine, {
      client: 'codex',
      session: 'x',
      at: NOON,
      moment: { point: 'before', tool: 'run', command: 'npm test', files: [], symbols: [] },
      record: false,
    });
  const first = await look();
  expect(first.text).not.toBe('');
  expect(await look()).toEqual(first);
  expect(injectionsOf(engine.own.store, 'codex', 'x')).toEqual([]);
});

test('a session that is taken up again after its log was read remembers what was said in it', async () => {
  const engine = opened();
  madeSession(engine, { id: 'logged', at: NOON - HOUR }, [
    { says: 'Mend the rounding of the cart in the shop' },
    { read: 'src/cart.ts' },
  ]);
  expect(
    await tell(engine, { point: 'prompt', text: 'And now the rounding of the total' }, 'logged'),
  ).toMatchObject({ point: 'later prompt' });
});

test('work that was broken off is taken up at the next start, unless foreign words came into it', async () => {
  const engine = opened();
  madeSession(engine, { id: 'broken', at: NOON - 5 * HOUR }, [
    { says: 'Make the cart round its totals to cents' },
    { edit: 'src/cart.ts' },
    { run: 'npm test', failed: 'FAIL cart rounds\n1 failed' },
  ]);
  const said = await tell(engine, { point: 'session start', because: 'startup' });
  expect(said.text).toContain('“Make the cart round its totals to cents”');
  expect(said.text).toContain('src/cart.ts');
  expect(said.memories).toEqual([]);
  expect(await tell(engine, { point: 'session start', because: 'startup' })).toMatchObject({ text: '' });
  engine.own.store.sql('update episode set tainted = 1').run();
  expect(await tell(engine, { point: 'session start', because: 'startup' }, 'two')).toMatchObject({
    text: '',
  });
});

test('of each branch the latest unfinished work is told, also what its session had changed before', async () => {
  const engine = opened();
  const on = (branch: string, session: string) =>
    engine.own.store.sql('update session set branch = ? where id = ?').run(branch, session);
  madeSession(engine, { id: 'older', at: NOON - 30 * HOUR }, [
    { says: 'Show the tax of each line in the invoice' },
    { edit: 'src/invoice.ts' },
    { run: 'npm test', failed: 'FAIL invoice\n1 failed' },
  ]);
  madeSession(engine, { id: 'other', at: NOON - 20 * HOUR }, [
    { says: 'Let the search forgive one wrong letter' },
    { edit: 'src/search.ts' },
    { run: 'npm test', failed: 'FAIL search\n1 failed' },
  ]);
  madeSession(engine, { id: 'newer', at: NOON - 10 * HOUR }, [
    { says: 'Make the cart round its totals to cents' },
    { edit: 'src/cart.ts' },
    { run: 'npm test' },
    { says: 'Next task: the refund page needs a column with the reason of each refund' },
    { read: 'src/refund.ts' },
    { read: 'src/reasons.ts' },
  ]);
  on('main', 'older');
  on('search', 'other');
  on('main', 'newer');
  const { text } = await tell(engine, { point: 'session start', because: 'startup' });
  const told = text.split('\n').filter((line) => line.startsWith('- '));
  expect(told).toEqual([
    expect.stringMatching(/the refund page needs a column.*It changed src\/cart\.ts/),
    expect.stringMatching(/forgive one wrong letter.*It changed src\/search\.ts/),
  ]);
});
