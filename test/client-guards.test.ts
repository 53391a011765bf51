import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ended, launcher } from '../src/cli/testing/process.ts';
import { STOPPED } from '../src/model/guards.ts';
import { claudeCode } from './clients/claude-code.ts';
import { cacheFolder, installedVersion, pins } from './clients/client-cache.ts';
import { codex } from './clients/codex.ts';
import { copilot } from './clients/copilot.ts';
import type { Driver, How } from './clients/driver.ts';
import { type FakeLlm, startFakeLlm } from './clients/fake-llm.ts';
import { gemini } from './clients/gemini.ts';
import { opencode } from './clients/opencode.ts';
import { makePlace, type Place } from './clients/place.ts';
import { mark } from './clients/play.ts';
import { runClient } from './clients/run-client.ts';
import { claudeLog } from './support/claude-log.ts';
import { needing } from './support/needs.ts';

const cache = cacheFolder(process.env);
const drivers: Driver[] = [claudeCode, codex, gemini, opencode, copilot];

const FAILING = 'rtk npm run check';
const WORKING = 'npm run check';
/** What a shell says of a program that is not there; only a call that was really made has the number of the line. */
const SAYS = 'rtk: command not found';
const RAN = /line \d+: rtk: command not found/;
const BRIEF = 'Memories from earlier sessions';

describe.each(drivers.map((driver) => ({ client: driver.client, driver })))(
  '$client',
  ({ client, driver }) => {
    const there = installedVersion(cache, pins.find((pin) => pin.client === client)!) !== undefined;
    test(
      'a call that failed every time is stopped once, made again it runs, and the fixed one passes; --continue gets no second brief',
      needing('clients', there),
      async () => {
        using place = makePlace(cache);
        await using llm = await startFakeLlm(() => playsOf(driver, place));
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
        try {
          expect((await sqrl('init', '--yes', '--no-history', '--client', client)).exit).toBe(0);
          await learned(sqrl, place);

          const first = await say(driver, `Please check it. ${mark('check')}`, { place, llm });
          const order = [BRIEF, STOPPED, RAN, 'CHECKED'].map((words) =>
            first.findIndex((one) => one.search(words) >= 0),
          );
          expect(order.every((at) => at >= 0)).toBe(true);
          expect(order).toEqual(order.toSorted((a, b) => a - b));
          expect(new Set(order).size).toBe(4);
          // The brief names it, and why it was stopped stands next to the fix.
          const stop = first[order[1]!]!;
          const [, fix, guard] = /(run it without `rtk`).{0,9} \[Memory #(\w+)\]/.exec(
            stop.slice(stop.indexOf(STOPPED)),
          )!;
          expect([fix, first[order[0]!]]).toEqual([
            'run it without `rtk`',
            expect.stringContaining(`#${guard}`),
          ]);

          const more = await say(driver, `Thank you. ${mark('thanks')}`, { place, llm }, { resume: 'same' });
          const last = more.findLast((one) => one.includes(mark('thanks')))!;
          expect(last.split(BRIEF)).toHaveLength(2);
          // Titles and the like are asked for beside the session.
          const beside = llm.requests.filter(({ body }) => !body.tools?.length);
          expect(beside.filter(({ body }) => JSON.stringify(body).includes(BRIEF))).toEqual([]);

          await sqrl('ingest');
          // What followed is on record: it was stopped, and the fix was run.
          await expect
            .poll(async () => JSON.parse((await sqrl('get', guard!, '--json')).out).metrics?.uses ?? 0, {
              timeout: 60_000,
              interval: 1000,
            })
            .toBeGreaterThan(0);
        } finally {
          await sqrl('stop');
        }
      },
    );
  },
);

const playsOf = (driver: Driver, place: Place) => {
  const { run } = driver.hands(place);
  const trying = { calls: [run(FAILING, 'failed')] };
  return {
    check: [trying, trying, { calls: [run(WORKING)] }, { text: 'It is checked.' }],
    thanks: [{ text: 'You are welcome.' }],
  };
};

/** A project whose check passes, and two sessions that ran into a wrapper that is not there. */
function furnish(place: Place): void {
  place.write('.sqrl/config.toml', '[delivery]\nguards = "stop-once"\n');
  place.write('tiny/package.json', {
    name: 'tiny',
    type: 'module',
    scripts: { check: `node -p "'CHECK' + 'ED'"` },
  });
  for (const day of [3, 2]) {
    const failed = { run: FAILING, output: `Exit code 127\n/bin/bash: line 1: ${SAYS}`, fails: true };
    place.write(
      `past/${day}.jsonl`,
      claudeLog({
        session: `past-${day}`,
        cwd: place.project,
        startedAt: Date.now() - day * 24 * 3600_000,
        turns: [{ say: 'Please check it' }, failed, failed, { run: WORKING }, { reply: 'Checked.' }],
      }),
    );
  }
}

type Sqrl = (...argv: string[]) => Promise<{ exit: number | null; out: string; err: string }>;

/** Reads the past sessions and waits for what they teach. */
async function learned(sqrl: Sqrl, place: Place): Promise<void> {
  const read = await sqrl('ingest', join(place.home, 'past'), '--mine');
  expect(read.exit, read.err).toBe(0);
  for (let tries = 0; tries < 60; tries++) {
    const { memories } = JSON.parse((await sqrl('list', '--json')).out);
    if (memories.some(({ trigger }: { trigger: { stops?: boolean } | null }) => trigger?.stops)) return;
    await sleep(1000);
  }
  throw new Error('No guard was learned.');
}

/** Runs the client with a prompt; the requests it made to its model. */
async function say(
  driver: Driver,
  prompt: string,
  { place, llm }: { place: Place; llm: FakeLlm },
  how: How = {},
): Promise<string[]> {
  const from = llm.requests.length;
  const { args, env } = driver.command(prompt, { ...how, settled: true }, { place, url: llm.url })!;
  // Its person would trust our hooks once, at a terminal.
  const trusting = driver === codex ? ['--dangerously-bypass-hook-trust'] : [];
  await runClient(
    driver,
    { args: [...args, ...trusting], env: { ...env, SQRL_HOOK_MS: '2500' } },
    place,
    how,
  );
  expect(existsSync(join(place.home, '.sqrl'))).toBe(true);
  return llm.requests.slice(from).map(({ body }) => JSON.stringify(body));
}
