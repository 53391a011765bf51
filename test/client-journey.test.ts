import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { STOPPED } from '@sqrl/base/model/guards.ts';
import { ended, launcher } from '@sqrl/squirrel/cli/testing/process.ts';
import { connectDaemon } from '@sqrl/squirrel/protocol/http-client.ts';
import type { Input, Output, Verb } from '@sqrl/squirrel/protocol/verbs.ts';
import { describe, expect, test } from 'vitest';
import { claudeCode } from './clients/claude-code.ts';
import { cacheFolder, installedVersion, pins } from './clients/client-cache.ts';
import { codex } from './clients/codex.ts';
import type { Driver } from './clients/driver.ts';
import { type FakeLlm, startFakeLlm } from './clients/fake-llm.ts';
import { gemini } from './clients/gemini.ts';
import { opencode } from './clients/opencode.ts';
import { PATIENT, waitLonger } from './clients/patient-hooks.ts';
import { makePlace, type Place, stillRunning } from './clients/place.ts';
import { mark } from './clients/play.ts';
import { installed, runClient } from './clients/run-client.ts';
import { needing } from './support/needs.ts';
import { patient } from './support/patient.ts';

patient();

const cache = cacheFolder(process.env);
const isThere = ({ client }: Driver) =>
  installedVersion(cache, pins.find((pin) => pin.client === client)!) !== undefined;

const RULE = 'never push without asking me first';
const FAILING = 'rtk npm run check';
const WORKING = 'npm run check';

/**
 * Memories know no client, and test/clients/guards.ts has each of them learn, be told and be stopped: one pair shows that
 * it goes from one to another. `SQRL_ALL_JOURNEYS=1` has each do both.
 */
const journeys: { first: Driver; other: Driver }[] = [
  { first: claudeCode, other: codex },
  ...(process.env.SQRL_ALL_JOURNEYS
    ? [
        { first: gemini, other: opencode },
        { first: codex, other: gemini },
        { first: opencode, other: claudeCode },
      ]
    : []),
];

describe.each(journeys)('what $first.client ran into', ({ first, other }) => {
  const there = [first, other].every(isThere);
  test(
    `is told to its next session at the start, and ${other.client} is stopped before it runs into it again`,
    needing('clients', there),
    async () => {
      using place = makePlace(cache);
      await using house = moveIn(place);
      await using llm = await startFakeLlm(() => plays([first, other], place));
      const before = settle([first, other], place, llm);
      place.write('.sqrl/config.toml', '[delivery]\nguards = "stop-once"\n');
      const init = await house.sqrl('init', '--yes', '--no-history', ...both(first, other));
      expect(init.exit, init.err).toBe(0);
      waitLonger(place);

      await say(first, `Please check it. From now on ${RULE}. ${mark(`${first.client}-1`)}`, place, llm);
      const { rule, guard } = await house.learned();

      for (const driver of [first, other]) {
        const from = llm.requests.length;
        await say(driver, `Please check it once more. ${mark(`${driver.client}-2`)}`, place, llm);
        const told = llm.requests.slice(from).map(({ body }) => JSON.stringify(body));
        const [start, warned, steps, stopped] = [rule.text, `#${guard.id}`, FAILING, STOPPED].map((words) =>
          told.findIndex((request) => request.includes(words)),
        );
        // Titles and the like are asked for beside the session, and are told nothing.
        expect({
          client: driver.client,
          start: start! >= 0 && start! <= warned! && start! < steps!,
          warned: warned! >= 0 && warned! <= steps!,
          stopped: stopped! >= steps!,
        }).toEqual({
          client: driver.client,
          start: true,
          warned: true,
          // It takes two sessions in which it failed.
          stopped: driver === other,
        });
        if (driver === first) await house.certain(guard.id);
      }
      const { metrics } = await house.until(
        () => house.ask('get', { id: guard.id }),
        (shown) => (shown.metrics?.uses ?? 0) >= 2,
      );
      expect(metrics).toMatchObject({ opportunities: 2, uses: 2 });

      const undone = await house.sqrl('uninstall', '--yes', '--data', 'keep');
      expect(undone.exit, undone.err).toBe(0);
      for (const [file, text] of before) expect(readFileSync(join(place.home, file), 'utf8')).toBe(text);
      expect(stillRunning(place)).toEqual([]);
    },
  );
});

/** The same in each client: a wrapper that is not there, then the command without it. */
const plays = (drivers: readonly Driver[], place: Place) =>
  Object.fromEntries(
    drivers.flatMap((driver) => {
      const hands = driver.hands(place);
      const trying = { calls: [hands.run(FAILING, 'failed')] };
      const rest = [
        { text: 'There is no rtk here.', calls: [hands.run(WORKING)] },
        { text: 'It is checked.' },
      ];
      return [
        [`${driver.client}-1`, [trying, trying, trying, ...rest]],
        [`${driver.client}-2`, [trying, ...rest]],
      ];
    }),
  );

/** Lets each client have the settings its person has, and answers with those that are there before us. */
function settle(drivers: readonly Driver[], place: Place, llm: FakeLlm): [file: string, text: string][] {
  place.write(
    'tiny/package.json',
    '{ "name": "tiny", "type": "module", "scripts": { "check": "node -e 0" } }\n',
  );
  for (const driver of drivers) driver.command('', {}, { place, url: llm.url });
  const files = [
    '.claude/settings.json',
    '.codex/config.toml',
    '.gemini/settings.json',
    '.config/opencode/opencode.json',
  ];
  return files
    .filter((file) => existsSync(join(place.home, file)))
    .map((file) => [file, readFileSync(join(place.home, file), 'utf8')]);
}

async function say(driver: Driver, prompt: string, place: Place, llm: FakeLlm): Promise<void> {
  const how = { settled: true };
  const { args, env } = driver.command(prompt, how, { place, url: llm.url })!;
  // Its person would trust our hooks once, at a terminal.
  const trusting = driver === codex ? ['--dangerously-bypass-hook-trust'] : [];
  expect(existsSync(installed(driver))).toBe(true);
  // Other tests run beside: that hooks keep their limits is shown elsewhere.
  const patient = { ...env, ...PATIENT };
  await runClient(driver, { args: [...args, ...trusting], env: patient }, place, how);
}

const both = (...drivers: Driver[]): string[] => drivers.flatMap(({ client }) => ['--client', client]);

/** Squirrel as its person has it: in the home folder, by the command. */
function moveIn(place: Place) {
  const sqrl = (...argv: string[]) =>
    ended(
      spawn(process.execPath, [launcher, ...argv], {
        cwd: place.project,
        env: place.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  const start = { node: '', args: [], env: {} };
  const reach = { home: join(place.home, '.sqrl'), version: '0.1.0', ifMissing: 'leave' as const, start };
  /** What a command would print, without a process for it: `init` has started the daemon. */
  const ask = async <V extends Verb>(verb: V, given: Input<V>): Promise<Output<V>> => {
    await using daemon = (await connectDaemon(reach, { project: place.project }))!;
    return daemon.call(verb, given);
  };
  async function until<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
    for (let tries = 0; ; tries++) {
      const seen = await look();
      if (isSo(seen)) return seen;
      if (tries > 1200) throw new Error(`It did not come to be: ${JSON.stringify(seen).slice(0, 3000)}`);
      await sleep(500);
    }
  }
  return {
    sqrl,
    ask,
    until,
    /** Waits for what the first session teaches. */
    async learned() {
      const named = (memories: { text: string }[], words: string) =>
        memories.find(({ text }) => text.toLowerCase().includes(words));
      const { memories } = await until(
        () => ask('list', {}),
        ({ memories }) => named(memories, RULE) !== undefined && named(memories, '`rtk') !== undefined,
      );
      return { rule: named(memories, RULE), guard: named(memories, '`rtk') } as Record<
        'rule' | 'guard',
        { id: string; text: string }
      >;
    },
    /** Waits until the guard has seen enough to stop a call. */
    certain: (guard: string) =>
      until(
        () => ask('get', { id: guard }),
        ({ trigger }) => trigger?.stops === true,
      ),
    async [Symbol.asyncDispose]() {
      await sqrl('stop');
    },
  };
}
