import { STOPPED } from '@sqrl/base/model/guards.ts';
import type { Remedy } from '@sqrl/base/model/trigger.ts';
import { fingerprintOf } from '@sqrl/squirrel/ingest/episodes/fingerprint.ts';
import { setTrust } from '@sqrl/squirrel/learn/verbs/trust.ts';
import { deliver, holdoutOf } from '@sqrl/squirrel/recall/deliver/deliver.ts';
import { savedByStops } from '@sqrl/squirrel/recall/deliver/session-so-far.ts';
import { injectionsOf } from '@sqrl/squirrel/store/delivery/receipts.ts';
import { expect, test } from 'vitest';
import { HOUR, keep, NOON, onCommand, opened, SETTINGS, tell } from './support/deliveries.ts';
import { open, temporaryFolder } from './support/home.ts';
import { madeSession } from './support/made-session.ts';

const MAKE_DB: Remedy = { kind: 'first', command: 'make db', folder: null, variables: [] };

test('a call that failed every time is stopped once with its fix, and passes when it is made again', async () => {
  const engine = opened();
  const guard = keep(engine, {
    text: `\`npm test\` fails here with “no database” (3 of 3 times); run \`make db\` first. ${'It takes a while. '.repeat(40)}`,
    trigger: onCommand('npm test', { remedy: MAKE_DB }),
  });
  expect(await tell(engine, { point: 'before', tool: 'run', command: 'npm run build' })).toMatchObject({
    text: '',
  });
  const said = await tell(engine, {
    point: 'before',
    tool: 'run',
    command: 'cd app && npm test 2>&1 | tail',
  });
  expect(said).toMatchObject({ point: 'stopped', memories: [guard.id], shown: true });
  const [why, line, again] = said.text.split('\n');
  expect(why).toBe(`${STOPPED} once, because it failed every time before:`);
  expect(line).toContain('run `make db` first');
  expect(line).toContain(`[Memory #${guard.id}]`);
  expect(again).toBe('To run it all the same, make the same call again; it will not be stopped twice.');
  expect(injectionsOf(engine.own.store, 'claude-code', 'one')).toMatchObject([
    { point: 'stopped', about: 'cd app && npm test 2>&1 | tail', memories: [guard.id], shown: true },
  ]);
  expect(await tell(engine, { point: 'before', tool: 'run', command: 'npm test' })).toMatchObject({
    text: '',
  });
  expect(
    await tell(engine, { point: 'before', tool: 'run', command: 'make db && npm test' }, 'two'),
  ).toMatchObject({
    text: '',
  });
  expect(await tell(engine, { point: 'before', tool: 'run', command: 'npm test' }, 'two')).toMatchObject({
    memories: [guard.id],
  });
});

test('a stop saved what the failure cost before, unless the call is made again', async () => {
  const engine = opened();
  const failed = `Error: no database\n${'at connect\n'.repeat(40)}`;
  madeSession(engine, { id: 'past-1', at: NOON - 3 * HOUR }, [{ run: 'npm test', failed }]);
  const { fingerprint, cost } = engine.own.store
    .sql(
      `select fingerprint, event.length + 8 as cost from failure join failure_seen seen on seen.failure = failure.row
         join event on event.row = seen.event`,
    )
    .get() as { fingerprint: string; cost: number };
  keep(engine, {
    text: '`npm test` fails; run `make db` first',
    trigger: onCommand('npm test', { remedy: MAKE_DB, expects: fingerprint }),
  });
  const run = { point: 'before', tool: 'run', command: 'npm test' } as const;
  expect(await tell(engine, run)).toMatchObject({ point: 'stopped' });
  const stops = injectionsOf(engine.own.store, 'claude-code', 'one');
  const saved = () => savedByStops(engine, stops);
  expect(saved()).toEqual({ avoided: 1, tokens: Math.round(cost / 4) });
  // The log has the stopped call too.
  madeSession(engine, { id: 'one', at: stops[0]!.at + 1 }, [
    { run: 'npm test', failed: `${STOPPED} It failed.` },
  ]);
  expect(saved()).toMatchObject({ avoided: 1 });
  expect(await tell(engine, run)).toMatchObject({ text: '' });
  expect(saved()).toEqual({ avoided: 0, tokens: 0 });
});

test('a call that two guards are about is stopped once', async () => {
  const engine = opened();
  for (const command of ['npm', 'npm test'])
    keep(engine, { text: `\`${command}\` fails; run \`make db\` first`, trigger: onCommand(command) });
  const run = (command: string) => tell(engine, { point: 'before', tool: 'run', command });
  expect(await run('npm test')).toMatchObject({ point: 'stopped', shown: true });
  for (const command of ['npm test', 'npm test -- cart'])
    expect(await run(command)).toMatchObject({ text: '' });
});

test('a call is not stopped that went well since it failed, or where guards only tell', async () => {
  const engine = opened();
  keep(engine, { text: '`npm test` fails; run `make db` first', trigger: onCommand('npm test') });
  const run = { point: 'before', tool: 'run', command: 'npm test' } as const;
  madeSession(engine, { id: 'past-1', at: NOON - 3 * HOUR }, [{ run: 'npm test', failed: 'Error: no' }]);
  expect(await tell(engine, run, 'one')).toMatchObject({ point: 'stopped' });
  madeSession(engine, { id: 'past-2', at: NOON - 2 * HOUR }, [{ run: 'npm test' }]);
  expect(await tell(engine, run, 'two')).toMatchObject({ text: '' });
  for (const guards of ['tell', 'off']) {
    const other = opened(`[notes]\ndaily_log = false\n[delivery]\nguards = "${guards}"`);
    keep(other, { text: '`npm test` fails; run `make db` first', trigger: onCommand('npm test') });
    expect(await tell(other, run)).toMatchObject({ text: '' });
  }
});

test('without a setting a cautious project only tells, and one that is trusted stops', async () => {
  const engine = opened('[notes]\ndaily_log = false');
  keep(engine, { text: '`npm test` fails; run `make db` first', trigger: onCommand('npm test') });
  const run = { point: 'before', tool: 'run', command: 'npm test' } as const;
  setTrust(engine, 'cautious');
  expect(await tell(engine, run)).toMatchObject({ text: '' });
  setTrust(engine, 'standard');
  expect(await tell(engine, run)).toMatchObject({ point: 'stopped' });
});

test('what is less sure is said after the failure, with the fix, or not at all', async () => {
  const engine = opened();
  const text = 'Error: no database';
  const { id } = fingerprintOf({ tool: 'run', text, command: 'npm test', exitCode: 1 });
  const weak = { stops: false, expects: id };
  const guard = keep(engine, {
    text: '`npm test` fails here with “no database”; run `make db` first',
    trigger: onCommand('npm test', { ...weak, remedy: MAKE_DB }),
  });
  keep(engine, { text: '`npm run e2e` fails here', trigger: onCommand('npm run e2e', weak) });
  const run = (command: string) => ({ point: 'before', tool: 'run', command }) as const;
  const failed = (command: string) =>
    ({ point: 'after', tool: 'run', command, outcome: 'failed', exitCode: 1, text }) as const;
  for (const command of ['npm test', 'npm run e2e'])
    expect(await tell(engine, run(command))).toMatchObject({ text: '' });
  expect(await tell(engine, failed('npm test'))).toMatchObject({
    point: 'after failure',
    memories: [guard.id],
  });
  expect(await tell(engine, failed('npm run e2e'))).toMatchObject({ text: '' });
});

test('a brief names failures with their fix that the latest sessions ran into', async () => {
  const engine = opened();
  const guard = keep(engine, {
    text: '`npm test` fails here with “no database”; run `make db` first',
    trigger: onCommand('npm test', { remedy: MAKE_DB }),
  });
  const start = { point: 'session start', because: 'startup' } as const;
  keep(engine, { type: 'preference', text: 'Answer in short sentences' });
  expect((await tell(engine, start)).text).not.toContain('Known failures');
  madeSession(engine, { id: 'past-1', at: NOON - HOUR }, [{ run: 'npm test', failed: 'Error: no database' }]);
  const said = await tell(engine, start, 'two');
  expect(said.text).toContain(
    `## Known failures\n- \`npm test\` fails here with “no database”; run \`make db\` first [Memory #${guard.id}]`,
  );
  // Who does it all the same is stopped.
  expect(await tell(engine, { point: 'before', tool: 'run', command: 'npm test' }, 'two')).toMatchObject({
    point: 'stopped',
  });
});

test('a session that goes on does not get its brief again, nor is it called unfinished', async () => {
  const engine = opened();
  madeSession(engine, { id: 'broken', at: NOON - 5 * HOUR }, [
    { says: 'Make the cart round its totals to cents' },
    { edit: 'src/cart.ts' },
    { run: 'npm test', failed: 'FAIL cart rounds\n1 failed' },
  ]);
  const resume = { point: 'session start', because: 'resume' } as const;
  expect(await tell(engine, resume, 'broken')).toMatchObject({ text: '' });
  expect(await tell(engine, resume, 'broken/agent-1')).toMatchObject({ text: '' });
  keep(engine, { type: 'preference', text: 'Answer in short sentences' });
  expect((await tell(engine, resume, 'broken')).text).toContain('short sentences');
  keep(engine, { type: 'preference', text: 'Use tabs' });
  expect(await tell(engine, resume, 'broken')).toMatchObject({ text: '' });
  expect((await tell(engine, { ...resume, because: 'compaction' }, 'broken')).text).toContain('Use tabs');
});

test('a fork has what the session before it was told, unless that was emptied since', async () => {
  const engine = opened();
  const start = { point: 'session start', because: 'startup' } as const;
  const fork = { ...start, because: 'fork' } as const;
  const rule = keep(engine, { type: 'preference', text: 'Answer in short sentences' });
  const guard = keep(engine, {
    text: '`npm test` fails; run `make db` first',
    trigger: onCommand('npm test'),
  });
  const run = { point: 'before', tool: 'run', command: 'npm test' } as const;
  expect((await tell(engine, fork, 'early')).text).toContain('short sentences');
  await tell(engine, start, 'one');
  await tell(engine, run, 'one');
  expect(await tell(engine, fork, 'two')).toMatchObject({ text: '' });
  expect(await tell(engine, run, 'two')).toMatchObject({ text: '' });
  expect(
    injectionsOf(engine.own.store, 'claude-code', 'two').map(({ point, memories, tokens }) => ({
      point,
      memories,
      tokens,
    })),
  ).toEqual([
    { point: 'session start', memories: [rule.id], tokens: 0 },
    { point: 'stopped', memories: [guard.id], tokens: 0 },
  ]);
  expect((await tell(engine, { ...start, because: 'compaction' }, 'two')).text).toContain('short sentences');
  expect(await tell(engine, fork, 'three')).toMatchObject({ text: '' });
  expect(await tell(engine, run, 'three')).toMatchObject({ point: 'stopped' });
});

test('a guard on a command in one folder is silent in others', async () => {
  const project = temporaryFolder();
  const { engine } = open({ project, settings: SETTINGS, now: () => NOON });
  const guard = keep(engine, {
    text: '`npm run dev` fails in the root of the repository; run it in `web`',
    trigger: onCommand('npm run dev', { folder: '.' }),
  });
  const run = (command: string, session: string) =>
    deliver(engine, {
      client: 'claude-code',
      session,
      at: NOON + 1000,
      cwd: project,
      moment: { point: 'before', tool: 'run', command, files: [], symbols: [] },
    });
  expect(await run('cd web && npm run dev', 'one')).toMatchObject({ memories: [] });
  expect(await run('npm run dev', 'two')).toMatchObject({ memories: [guard.id] });
});

test('what is known of a file is not said before it is changed: it would come with the result', async () => {
  const engine = opened();
  keep(engine, { text: 'The cart is read by the mail job too', files: ['src/cart.ts'] });
  const edit = { point: 'before', tool: 'edit', files: ['src/cart.ts'] } as const;
  expect(await tell(engine, edit)).toMatchObject({ text: '', memories: [] });
});

test('a control session is told a person’s own words and nothing else, a passive one the rest at its beginning', async () => {
  const engine = opened(`${SETTINGS}\nholdout = true`);
  const of = (group: string) =>
    Array.from({ length: 1000 }, (_, i) => `session-${i}`).find(
      (session) => holdoutOf(session, engine.project!.id) === group,
    )!;
  const inferred = { source: 'observer_inferred' } as const;
  const habit = keep(engine, { type: 'preference', text: 'Prefers tabs, it seems', ...inferred });
  const guard = keep(engine, { text: '`npm test` hangs', trigger: onCommand('npm test'), ...inferred });
  const start = { point: 'session start', because: 'startup' } as const;
  const run = { point: 'before', tool: 'run', command: 'npm test' } as const;

  const silent = await tell(engine, start, of('control'));
  expect(silent).toMatchObject({ text: '', shown: false, holdout: 'control', memories: [habit.id] });
  expect(silent.withheld).toContain('tabs');
  expect(injectionsOf(engine.own.store, 'claude-code', of('control'))).toMatchObject([
    { shown: false, holdout: 'control', memories: [habit.id], tokens: silent.tokens },
  ]);

  const rule = keep(engine, { type: 'preference', text: 'Answer in short sentences', source: 'user_said' });
  const confirmed = keep(engine, { type: 'decision', text: 'Cents', ...inferred, verified: true });
  const control = await tell(engine, { ...start, because: 'clear' }, of('control'));
  expect(control).toMatchObject({ shown: true, holdout: 'control' });
  expect(control.memories.toSorted()).toEqual([rule.id, confirmed.id].toSorted());
  expect(control.text).not.toContain('tabs');
  expect(control.withheld).toContain('tabs');
  expect(injectionsOf(engine.own.store, 'claude-code', of('control')).slice(1)).toMatchObject([
    { shown: true, memories: expect.arrayContaining([rule.id, confirmed.id]) },
    { shown: false, memories: [habit.id] },
  ]);

  expect((await tell(engine, start, of('passive'))).memories).toContain(habit.id);
  expect(await tell(engine, run, of('passive'))).toMatchObject({
    text: '',
    shown: false,
    memories: [guard.id],
  });
  expect(await tell(engine, run, of('passive'))).toMatchObject({ memories: [] });
  expect(await tell(engine, run, of('full'))).toMatchObject({ shown: true, memories: [guard.id] });
});

test('there is no control group unless somebody asked for one', async () => {
  const engine = opened('[notes]\ndaily_log = false');
  keep(engine, { type: 'preference', text: 'Prefers tabs', source: 'observer_inferred' });
  const control = Array.from({ length: 1000 }, (_, i) => `session-${i}`).find(
    (session) => holdoutOf(session, engine.project!.id) === 'control',
  );
  expect(await tell(engine, { point: 'session start', because: 'startup' }, control)).toMatchObject({
    shown: true,
    holdout: 'full',
  });
});
