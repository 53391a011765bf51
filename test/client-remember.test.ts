import { spawn } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ended, launcher } from '@sqrl/squirrel/cli/testing/process.ts';
import { expect, test } from 'vitest';
import { claudeCode } from './clients/claude-code.ts';
import { cacheFolder, installedVersion, pins } from './clients/client-cache.ts';
import type { Driver } from './clients/driver.ts';
import { startFakeLlm } from './clients/fake-llm.ts';
import { gemini } from './clients/gemini.ts';
import { opencode } from './clients/opencode.ts';
import { PATIENT, waitLonger } from './clients/patient-hooks.ts';
import { makePlace } from './clients/place.ts';
import { runClient } from './clients/run-client.ts';
import { needing } from './support/needs.ts';
import { patient } from './support/patient.ts';

patient();

const PLUGINS = fileURLToPath(new URL('../plugins', import.meta.url));
const cache = cacheFolder(process.env);
const isThere = (driver: Driver) =>
  installedVersion(cache, pins.find(({ client }) => client === driver.client)!) !== undefined;
const WISH = 'From now on always deploy on Tuesdays, never on Fridays';
const RULE = 'Money is kept in integer cents, never as a float';

/** A machine with a client, and what it is asked. */
async function moveIn(driver: Driver) {
  const place = makePlace(cache);
  const llm = await startFakeLlm(() => ({}));
  const sqrl = (...argv: string[]) =>
    ended(
      spawn(process.execPath, [launcher, ...argv], {
        cwd: place.project,
        env: place.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  driver.command('', {}, { place, url: llm.url });
  return {
    place,
    sqrl,
    listed: async () => JSON.parse((await sqrl('list', '--json')).out).memories,
    saw: (words: string) => llm.requests.some(({ body }) => JSON.stringify(body).includes(words)),
    async say(prompt: string, more: readonly string[] = []) {
      waitLonger(place);
      const { args, env } = driver.command(prompt, { settled: true }, { place, url: llm.url })!;
      await runClient(driver, { args: [...args, ...more], env: { ...env, ...PATIENT } }, place);
    },
    async [Symbol.asyncDispose]() {
      await sqrl('stop');
      await llm.close();
      place[Symbol.dispose]();
    },
  };
}

// The commands that `sqrl init` installs for the others are typed in the sessions of test/clients/guards.ts.
test(
  'with the plugin alone, what a person asks Claude Code to remember is a memory at once, in their words',
  needing('clients', isThere(claudeCode)),
  async () => {
    await using house = await moveIn(claudeCode);
    const { place, sqrl, listed } = house;
    // As the client does: in a folder of its own, from where it finds the command in PATH.
    cpSync(join(PLUGINS, 'claude-code'), join(place.home, 'plugin'), { recursive: true });
    symlinkSync(launcher, join(place.home, 'bin/sqrl'));
    await house.say(`/squirrel:remember ${WISH}`, ['--plugin-dir', join(place.home, 'plugin')]);
    const memories = await listed();
    expect(memories).toMatchObject([{ text: WISH, source: 'user_taught', tags: ['from claude-code'] }]);
    // The agent hears that nothing is left to do.
    expect(house.saw(`Memory #${memories[0].id}`)).toBe(true);
    // What stands in its log then, our own command's words among it, teaches nothing more.
    await sqrl('ingest');
    expect((await listed()).map(({ text }: { text: string }) => text)).toEqual([WISH]);
  },
);

test(
  'with the plugin’s folder alone, opencode tells its model what is remembered',
  needing('clients', isThere(opencode)),
  async () => {
    await using house = await moveIn(opencode);
    const { place, sqrl } = house;
    symlinkSync(launcher, join(place.home, 'bin/sqrl'));
    // As docs/CLIENTS.md says: the file, copied into opencode's folder.
    cpSync(join(PLUGINS, 'opencode/squirrel.js'), join(place.home, '.config/opencode/plugins/squirrel.js'));
    expect((await sqrl('remember', RULE)).exit).toBe(0);
    await house.say('What holds for money here?');
    expect(house.saw(RULE)).toBe(true);
  },
);

test(
  'Gemini CLI’s hook cannot tell a command from a pasted text: the agent is asked to remember it, in our command’s words',
  needing('clients', isThere(gemini)),
  async () => {
    await using house = await moveIn(gemini);
    const init = await house.sqrl('init', '--yes', '--no-history', '--client', 'gemini');
    expect(init.exit, init.err).toBe(0);
    await house.say(`/remember ${WISH}`);
    expect(house.saw(`Keep this in the long-term memory: ${WISH}`)).toBe(true);
    expect(await house.listed()).toEqual([]);
  },
);
