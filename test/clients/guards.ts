import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
import { makePlace, type Place } from './place.ts';
import { mark } from './play.ts';
import { runClient } from './run-client.ts';

const cache = cacheFolder(process.env);

const FAILING = 'rtk npm run check';
const WORKING = 'npm run check';
/** What a shell says of a program that is not there; only a call that was really made has the number of the line. */
const SAYS = 'rtk: command not found';
const RAN = /line \d+: rtk: command not found/;
const BRIEF = 'Memories from earlier sessions';
/** What a hook of the project says of an edit. */
const LOOK = 'Refused by a hook of this project: look at the whole file before you change it';
/** The file as it was before the edit, in what a client makes of reading it. */
const UNCHANGED = /function add\(a, b\) \{.{1,60}return a - b/;

/** What guards do in a session of a client; each client has a file of its own, so that several run at once. */
export function guardTests(driver: Driver): void {
  describe(driver.client, () => {
    const there = installedVersion(cache, pins.find((pin) => pin.client === driver.client)!) !== undefined;
    let house: House;
    beforeAll(async () => {
      if (there) house = await moveIn(driver);
    });
    afterAll(() => house?.[Symbol.asyncDispose]());
    const needs = needing('clients', there);

    test(
      'a call that failed every time is stopped once, made again it runs, and the fixed one passes',
      needs,
      async () => {
        const { sqrl } = house;
        const { asked } = await house.say(`Please check it. ${mark('check')}`);
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

        await sqrl('ingest');
        // What followed is on record: it was stopped, and the fix was run.
        await expect
          .poll(async () => (await house.daemon.call('get', { id: guard! })).metrics?.uses ?? 0, {
            timeout: 600_000,
            interval: 500,
          })
          .toBeGreaterThan(0);
      },
    );

    test(
      'taken up again it gets no second brief, and an edit is stopped until the file was read',
      needs,
      async () => {
        const { asked } = await house.say(`Please make it add. ${mark('edit')}`, { resume: 'same' });
        expect(briefsIn(asked, 'edit')).toBe(1);
        inOrder(asked, [new RegExp(`${STOPPED}.{1,400}read it first`), UNCHANGED]);
        expect(house.file('tiny/calc.js')).toContain('return a + b');
      },
    );

    test.skipIf(!hasForks(driver))('a fork gets no second brief', needs, async () => {
      const { asked } = await house.say(`Thank you. ${mark('thanks')}`, { resume: 'fork' });
      expect(briefsIn(asked, 'thanks')).toBe(1);
    });

    test('in a pause nothing is told, stopped or read', needs, async () => {
      const { sqrl } = house;
      await sqrl('ingest');
      const before = await house.sessions();
      await sqrl('pause', '--for', '1h');
      const { asked } = await house.say(`Please try it. ${mark('try')}`);
      await sqrl('resume');
      expect(asked.filter((one) => one.includes(BRIEF) || one.includes(STOPPED))).toEqual([]);
      expect(asked.some((one) => RAN.test(one))).toBe(true);
      await sqrl('ingest');
      expect(await house.sessions()).toEqual(before);
    });

    test('where the package was removed, it works on and says nothing of it', needs, async () => {
      const hook = house.file('.sqrl/sqrl-hook');
      house.place.write('.sqrl/sqrl-hook', hook.replace(/^hook=.*$/m, 'hook=/gone/hook.js'));
      const { asked, printed } = await house.say(`Please try it. ${mark('try')}`);
      expect(asked.filter((one) => one.includes(BRIEF) || one.includes(STOPPED))).toEqual([]);
      expect(asked.some((one) => RAN.test(one))).toBe(true);
      expect(printed).not.toMatch(/hook.*(?:error|failed)|sqrl-hook|ENOENT/i);
    });
  });
}

type House = Awaited<ReturnType<typeof moveIn>>;

/** Squirrel set up for a client, with two past sessions that teach what the journeys run into. */
async function moveIn(driver: Driver) {
  const place = makePlace(cache);
  const llm = await startFakeLlm(() => playsOf(driver, place));
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
    async say(prompt: string, how: How = {}): Promise<{ printed: string; asked: string[] }> {
      const from = llm.requests.length;
      const { args, env } = driver.command(prompt, { ...how, settled: true }, { place, url: llm.url })!;
      // Its person would trust our hooks once, at a terminal.
      const trusting = driver === codex ? ['--dangerously-bypass-hook-trust'] : [];
      const patient = { ...env, ...PATIENT };
      const printed = await runClient(driver, { args: [...args, ...trusting], env: patient }, place, how);
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

const playsOf = (driver: Driver, place: Place) => {
  const { run, edit, read } = driver.hands(place);
  const trying = { calls: [run(FAILING, 'failed')] };
  const editing = { calls: [edit('calc.js', 'return a - b;', 'return a + b;')] };
  return {
    check: [trying, trying, { calls: [run(WORKING)] }, { text: 'It is checked.' }],
    edit: [editing, { calls: [read('calc.js')] }, editing, { text: 'It adds.' }],
    thanks: [{ text: 'You are welcome.' }],
    try: [trying, { text: 'It did not work.' }],
  };
};

/** Whether the client can copy a session. */
const hasForks = (driver: Driver): boolean => driver !== gemini && driver !== copilot;

/** Where each of some words first stands in the requests; they come one after the other. */
function inOrder(asked: readonly string[], words: readonly (string | RegExp)[]): number[] {
  const order = words.map((each) => asked.findIndex((one) => one.search(each) >= 0));
  expect(order.every((at) => at >= 0)).toBe(true);
  expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b));
  return order;
}

/** How many briefs stand before the model in the last request of a play. */
const briefsIn = (asked: readonly string[], play: string): number =>
  asked.findLast((one) => one.includes(mark(play)))!.split(BRIEF).length - 1;

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
