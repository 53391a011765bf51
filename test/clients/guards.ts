import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ended, launcher } from '../../src/cli/testing/process.ts';
import { STOPPED } from '../../src/model/guards.ts';
import type { VerbClient } from '../../src/protocol/client.ts';
import { connectDaemon } from '../../src/protocol/http-client.ts';
import { claudeLog } from '../support/claude-log.ts';
import { needing } from '../support/needs.ts';
import { cacheFolder, installedVersion, pins } from './client-cache.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import type { Driver, How } from './driver.ts';
import { startFakeLlm } from './fake-llm.ts';
import { gemini } from './gemini.ts';
import { PATIENT, waitLonger } from './patient-hooks.ts';
import { makePlace, type Place, stillRunning } from './place.ts';
import { type Call, mark } from './play.ts';
import { runClient } from './run-client.ts';

const cache = cacheFolder(process.env);

const FAILING = 'rtk npm run check';
const WORKING = 'npm run check';
/** What a shell says of a program that is not there; only a call that was really made has the number of the line. */
const SAYS = 'rtk: command not found';
const RAN = /line \d+: rtk: command not found/;
const LATER = { timeout: 600_000, interval: 500 };
const BRIEF = 'Memories from earlier sessions';
/** What a hook of the project says of an edit. */
const LOOK = 'Refused by a hook of this project: look at the whole file before you change it';
/** What the person says while they ask for something else. */
const RULE = 'never push without asking me first';
/** What the agent keeps by a tool of ours. */
const DECISION = 'Invoices are rounded up to whole cents';
/** What the person asks to remember. */
const WISH = 'From now on always deploy on Tuesdays, never on Fridays';
/** What `sqrl init` changes of each client's files. */
const SETTINGS = [
  '.claude/settings.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.config/opencode/opencode.json',
];
/** The file as it was before the edit, in what a client makes of reading it. */
const UNCHANGED = /function add\(a, b\) \{.{1,60}return a - b/;

/** How a client's person and its agent reach us. */
export interface Ways {
  /** How its agent calls a tool of our MCP server. */
  tool(name: string): Pick<Call, 'name' | 'namespace'>;
  /** What the model is shown of our tools, as it stands in a request. */
  offered: readonly string[];
  /** It keeps the instructions of our server from its model. */
  hidesInstructions?: true;
  /**
   * What a person types to have something remembered, or the client makes of it: each expands commands in its own way. Gemini
   * CLI expands none in a prompt that comes with a brief; test/client-remember.test.ts has its command.
   */
  remember?: { prompt: string; args?: (args: readonly string[]) => string[] };
}

/**
 * One client set up by `sqrl init`: guards, our tools, `/remember`, a pause, a removed package and `sqrl uninstall`. A
 * session costs seconds to start, so each plays several of these. Each client has a file of its own, so that several run at once.
 */
export function guardTests(driver: Driver, ways: Ways): void {
  describe(driver.client, () => {
    const there = installedVersion(cache, pins.find((pin) => pin.client === driver.client)!) !== undefined;
    let house: House;
    beforeAll(async () => {
      if (there) house = await moveIn(driver, ways);
    });
    afterAll(() => house?.[Symbol.asyncDispose]());
    const needs = needing('clients', there);

    test(
      'a call that failed every time is stopped once, made again it runs, and the fixed one passes',
      needs,
      async () => {
        const { asked } = await house.say(`Please check it. From now on ${RULE}. ${mark('check')}`);
        const order = inOrder(asked, [BRIEF, STOPPED, RAN, 'CHECKED']);
        // The brief names it, and why it was stopped stands next to the fix.
        const stop = asked[order[1]!]!;
        const [, fix, guard] = /(run it without `rtk`).{0,9} \[Memory #(\w+)\]/.exec(
          stop.slice(stop.indexOf(STOPPED)),
        )!;
        expect([fix, asked[order[0]!]]).toEqual([
          'run it without `rtk`',
          expect.stringContaining(`#${guard}`),
        ]);
        // Titles and the like are asked for beside the session.
        expect(house.beside().filter((body) => body.includes(BRIEF))).toEqual([]);

        await house.daemon.call('ingest', {});
        // What followed is on record: it was stopped, and the fix was run.
        await expect
          .poll(async () => (await house.daemon.call('get', { id: guard! })).metrics?.uses ?? 0, LATER)
          .toBeGreaterThan(0);
        // What the person said meanwhile was learned from the client's log.
        await expect
          .poll(() => house.memories(), LATER)
          .toContainEqual(expect.objectContaining({ text: expect.stringMatching(new RegExp(RULE, 'i')) }));
      },
    );

    test(
      'in the same session our tools were listed and called, and the agent saw what they said',
      needs,
      async () => {
        const requests = house.asked();
        for (const name of ways.offered)
          expect(requests.some((request) => request.includes(name))).toBe(true);
        const isTold = requests.some((request) => request.includes('Squirrel is the long-term memory'));
        expect(isTold).toBe(!ways.hidesInstructions);
        // What comes out is described to the client only: it costs the model no tokens.
        expect(requests.filter((request) => /redacted\\*":\s*\{\\*"type/.test(request))).toEqual([]);
        const last = requests.findLast((request) => request.includes('/nowhere/at/all'))!;
        expect(last).toMatch(/Remembered as \w{12}|\\"did\\":\s*\\"added\\"/);
        expect(last.split(DECISION).length).toBeGreaterThan(2);
        expect(last).toContain('Folder /nowhere/at/all does not exist.');
        expect(await house.memories()).toContainEqual(
          expect.objectContaining({ text: DECISION, type: 'decision', source: 'agent_explicit' }),
        );
      },
    );

    test(
      'taken up again it gets no second brief, and an edit is stopped until the file was read',
      needs,
      async () => {
        const { asked } = await house.say(`Please make it add. ${mark('edit')}`, { resume: 'same' });
        expect(briefsIn(asked, mark('edit'))).toBe(1);
        inOrder(asked, [new RegExp(`${STOPPED}.{1,400}read it first`), UNCHANGED]);
        expect(house.file('tiny/calc.js')).toContain('return a + b');
      },
    );

    test.skipIf(!ways.remember)(
      `what a person asks to remember is a memory at once, in their words${hasForks(driver) ? '; a fork gets no second brief' : ''}`,
      needs,
      async () => {
        const { prompt, args } = ways.remember!;
        const how: How = hasForks(driver) ? { resume: 'fork' } : {};
        const { asked } = await house.say(`${prompt}${WISH}`, how, args);
        expect(briefsIn(asked, WISH)).toBe(1);
        const kept = async () => (await house.memories()).filter(({ text }) => /deploy/i.test(text));
        const memories = await kept();
        // Requests are long texts of others, which a failure would print.
        const saw = (words: string) => asked.some((one) => one.includes(words));
        const { client } = driver;
        expect(memories).toMatchObject([{ text: WISH, source: 'user_taught', tags: [`from ${client}`] }]);
        // The agent hears that nothing is left to do.
        expect(saw(`Memory #${memories[0]!.id}`)).toBe(true);
        // What stands in its log then, our own command's words among it, teaches nothing more.
        await house.daemon.call('ingest', {});
        await house.daemon.call('learn', {});
        const { sessions } = await house.daemon.call('sessions', {});
        expect(sessions).toContainEqual(expect.objectContaining({ client }));
        expect((await kept()).map(({ text }) => text)).toEqual([WISH]);
      },
    );

    test(
      'in a pause nothing is told, stopped or read; with the package removed it works on and says nothing of it',
      needs,
      async () => {
        const { sqrl } = house;
        await sqrl('ingest');
        const before = await house.sessions();
        await sqrl('pause', '--for', '1h');
        const { asked, printed } = await house.say(`Please try it. ${mark('try')}`);
        expect(house.file('.sqrl/sqrl-hook')).toContain('hook=/gone/hook.js');
        await sqrl('resume');
        expect(asked.filter((one) => one.includes(BRIEF) || one.includes(STOPPED))).toEqual([]);
        // Once in the pause, once without the package.
        expect(asked.at(-1)!.match(new RegExp(RAN, 'g'))!.length).toBeGreaterThan(1);
        expect(printed).not.toMatch(/hook.*(?:error|failed)|sqrl-hook|ENOENT/i);
        await sqrl('ingest');
        expect(await house.sessions()).toEqual(before);
      },
    );

    test('uninstalled, its settings are as they were and nothing of ours runs', needs, async () => {
      const undone = await house.sqrl('uninstall', '--yes', '--data', 'keep');
      expect(undone.exit, undone.err).toBe(0);
      for (const [file, text] of house.settings) expect(house.file(file)).toBe(text);
      expect(stillRunning(house.place)).toEqual([]);
    });
  });
}

type House = Awaited<ReturnType<typeof moveIn>>;

/** Squirrel set up for a client, with two past sessions that teach what the journeys run into. */
async function moveIn(driver: Driver, ways: Ways) {
  const place = makePlace(cache);
  const llm = await startFakeLlm(() => playsOf(driver, ways, place));
  const sqrl = (...argv: string[]) =>
    ended(
      spawn(process.execPath, [launcher, ...argv], {
        cwd: place.project,
        env: place.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  furnish(place);
  driver.command('', {}, { place, url: llm.url });
  const settings = SETTINGS.filter((file) => existsSync(join(place.home, file))).map(
    (file) => [file, readFileSync(join(place.home, file), 'utf8')] as const,
  );
  const init = await sqrl('init', '--yes', '--no-history', '--client', driver.client);
  expect(init.exit, init.err).toBe(0);
  waitLonger(place);
  const start = { node: '', args: [], env: {} };
  const reach = { home: join(place.home, '.sqrl'), version: '0.1.0', ifMissing: 'leave' as const, start };
  const daemon = (await connectDaemon(reach, { project: place.project }))!;
  const read = await sqrl('ingest', join(place.home, 'past'), '--mine');
  expect(read.exit, read.err).toBe(0);
  await learned(daemon);
  const bodies = (from = 0) => llm.requests.slice(from).map(({ body }) => body);
  return {
    place,
    sqrl,
    /** Files of the client as they were before us. */
    settings,
    asked: () => bodies().map((body) => JSON.stringify(body)),
    memories: async () => (await daemon.call('list', { limit: 500 })).memories,
    /** Asks what a command would say, without a process for it. */
    daemon,
    file: (path: string) => readFileSync(join(place.home, path), 'utf8'),
    /** Requests outside of sessions: those have no tools. */
    beside: () =>
      bodies()
        .filter(({ tools }) => !tools?.length)
        .map((body) => JSON.stringify(body)),
    sessions: async (): Promise<string[]> => (await daemon.call('sessions', {})).sessions.map(({ id }) => id),
    /** Runs the client with a prompt; what it printed, and what it asked its model. */
    async say(
      prompt: string,
      how: How = {},
      changed = (args: readonly string[]): readonly string[] => args,
    ): Promise<{ printed: string; asked: string[] }> {
      const from = llm.requests.length;
      const { args, env } = driver.command(prompt, { ...how, settled: true }, { place, url: llm.url })!;
      // Its person would trust our hooks once, at a terminal; and it would give up on a server that a busy machine starts late.
      const trusting =
        driver === codex
          ? ['--dangerously-bypass-hook-trust', '-c', 'mcp_servers.squirrel.startup_timeout_sec=600']
          : [];
      const patient = { ...env, ...PATIENT };
      const printed = await runClient(
        driver,
        { args: [...changed(args), ...trusting], env: patient },
        place,
        how,
      );
      return { printed, asked: bodies(from).map((body) => JSON.stringify(body)) };
    },
    async [Symbol.asyncDispose]() {
      await daemon.close();
      await sqrl('stop');
      await llm.close();
      place[Symbol.dispose]();
    },
  };
}

const playsOf = (driver: Driver, ways: Ways, place: Place) => {
  const { run, edit, read, findTools } = driver.hands(place);
  const tool = (name: string, input: object) => ({
    calls: [{ ...ways.tool(name), input, tool: 'other' as const }],
  });
  const usingTools = [
    ...(findTools ? [{ calls: [findTools('squirrel remember recall')], holdMs: 300 }] : []),
    tool('remember', { text: DECISION, type: 'decision' }),
    tool('recall', { question: 'how are invoices rounded?' }),
    tool('recall', { question: 'x', project: '/nowhere/at/all' }),
  ];
  const trying = { calls: [run(FAILING, 'failed')] };
  const editing = { calls: [edit('calc.js', 'return a - b;', 'return a + b;')] };
  return {
    // Our tools first: what a command prints may be of others, and is kept for the person's review then.
    check: [...usingTools, trying, trying, { calls: [run(WORKING)] }, { text: 'It is checked.' }],
    edit: [editing, { calls: [read('calc.js')] }, editing, { text: 'It adds.' }],
    try: [trying, { ...trying, meanwhile: () => removePackage(place) }, { text: 'It did not work.' }],
  };
};

/** Has our hooks point to a package that is gone. */
function removePackage(place: Place): void {
  const hook = readFileSync(join(place.home, '.sqrl/sqrl-hook'), 'utf8');
  place.write('.sqrl/sqrl-hook', hook.replace(/^hook=.*$/m, 'hook=/gone/hook.js'));
}

/** Whether the client can copy a session. */
const hasForks = (driver: Driver): boolean => driver !== gemini && driver !== copilot;

/** Where each of some words first stands in the requests; they come one after the other. */
function inOrder(asked: readonly string[], words: readonly (string | RegExp)[]): number[] {
  const order = words.map((each) => asked.findIndex((one) => one.search(each) >= 0));
  expect(order.every((at) => at >= 0)).toBe(true);
  expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b));
  return order;
}

/** How many briefs stand before the model in the last request with some words. */
const briefsIn = (asked: readonly string[], words: string): number =>
  asked.findLast((one) => one.includes(words))!.split(BRIEF).length - 1;

/** A project whose check passes, and two sessions that ran into a wrapper that is not there and edited files unseen. */
function furnish(place: Place): void {
  place.write('.sqrl/config.toml', '[delivery]\nguards = "stop-once"\n');
  place.write('tiny/package.json', {
    name: 'tiny',
    type: 'module',
    scripts: { check: `node -p "'CHECK' + 'ED'"` },
  });
  for (const day of [3, 2]) {
    const failed = { run: FAILING, output: `Exit code 127\n/bin/bash: line 1: ${SAYS}`, fails: true };
    const edited = ['a.js', 'b.js'].flatMap((file) => [
      { say: `Please change ${file}` },
      { edit: file, fails: LOOK },
      { read: file },
      { edit: file },
      { reply: 'Changed.' },
    ]);
    place.write(
      `past/${day}.jsonl`,
      claudeLog({
        session: `past-${day}`,
        cwd: place.project,
        startedAt: Date.now() - day * 24 * 3600_000,
        turns: [
          ...edited,
          { say: 'Please check it' },
          failed,
          failed,
          { run: WORKING },
          { reply: 'Checked.' },
        ],
      }),
    );
  }
}

/** Waits for what the past sessions teach: a guard for the command, and one for edits. */
async function learned(daemon: VerbClient): Promise<void> {
  const stopped = async () => {
    const { memories } = await daemon.call('list', {});
    return new Set(memories.flatMap(({ trigger }) => (trigger?.stops ? [trigger.tool] : []))).size;
  };
  await vi.waitFor(async () => expect(await stopped()).toBe(2), { timeout: 600_000, interval: 500 });
}
