import { spawn } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ended, launcher } from '../src/cli/testing/process.ts';
import { claudeCode } from './clients/claude-code.ts';
import { cacheFolder, installedVersion, pins } from './clients/client-cache.ts';
import { codex } from './clients/codex.ts';
import { copilot } from './clients/copilot.ts';
import type { Driver } from './clients/driver.ts';
import { startFakeLlm } from './clients/fake-llm.ts';
import { gemini } from './clients/gemini.ts';
import { opencode } from './clients/opencode.ts';
import { PATIENT, waitLonger } from './clients/patient-hooks.ts';
import { makePlace, type Place } from './clients/place.ts';
import { runClient } from './clients/run-client.ts';
import { needing } from './support/needs.ts';

const PLUGIN = fileURLToPath(new URL('../plugins/claude-code', import.meta.url));
const cache = cacheFolder(process.env);
const WISH = 'From now on always deploy on Tuesdays, never on Fridays';

/** What a person types, or the client makes of what they typed: each expands commands in its own way. */
const typed: {
  driver: Driver;
  prompt: string;
  args?: (args: readonly string[], place: Place) => string[];
  /** It has our plugin, and nobody ran `sqrl init`. */
  plugin?: true;
  /** Its hook cannot tell a command from a pasted text: the agent is asked to remember it, in our command's words. */
  asks?: true;
}[] = [
  { driver: claudeCode, prompt: `/remember ${WISH}` },
  {
    driver: claudeCode,
    prompt: `/squirrel:remember ${WISH}`,
    args: (args, { home }) => [...args, '--plugin-dir', join(home, 'plugin')],
    plugin: true,
  },
  {
    driver: codex,
    prompt: `$remember ${WISH}`,
    args: (args) => [...args, '--dangerously-bypass-hook-trust'],
  },
  { driver: gemini, prompt: `/remember ${WISH}`, asks: true },
  {
    driver: opencode,
    prompt: WISH,
    args: ([run, ...words]) => [run!, '--command', 'remember', ...words],
  },
  { driver: copilot, prompt: `/remember ${WISH}` },
];

describe.each(typed)('$driver.client: $prompt', (one) => {
  const { driver, prompt, args = (all) => [...all], plugin, asks } = one;
  const there = installedVersion(cache, pins.find(({ client }) => client === driver.client)!) !== undefined;
  test(
    'what a person asks to remember is a memory at once, in their words, whatever the agent does',
    needing('clients', there),
    async () => {
      using place = makePlace(cache);
      await using llm = await startFakeLlm(() => ({}));
      const sqrl = (...argv: string[]) =>
        ended(
          spawn(process.execPath, [launcher, ...argv], {
            cwd: place.project,
            env: place.env,
            stdio: ['ignore', 'pipe', 'pipe'],
          }),
        );
      driver.command('', {}, { place, url: llm.url });
      try {
        if (plugin) {
          // As clients do: in a folder of their own, from where it finds the command in PATH.
          cpSync(PLUGIN, join(place.home, 'plugin'), { recursive: true });
          symlinkSync(launcher, join(place.home, 'bin/sqrl'));
        } else {
          const init = await sqrl('init', '--yes', '--no-history', '--client', driver.client);
          expect(init.exit, init.err).toBe(0);
        }
        waitLonger(place);
        const command = driver.command(prompt, { settled: true }, { place, url: llm.url })!;
        const env = { ...command.env, ...PATIENT };
        await runClient(driver, { args: args(command.args, place), env }, place);
        const listed = async () => JSON.parse((await sqrl('list', '--json')).out).memories;
        const memories = await listed();
        if (asks) {
          const asked = llm.requests.map(({ body }) => JSON.stringify(body)).join('\n');
          expect(asked).toContain(`Keep this in the long-term memory: ${WISH}`);
          expect(
            memories.map((m: { source: string; text: string; tags: string[] }) => [m.source, m.text, m.tags]),
          ).toEqual([]);
          return;
        }
        expect(memories).toMatchObject([
          { text: WISH, source: 'user_taught', tags: [`from ${driver.client}`] },
        ]);
        // The agent hears that nothing is left to do.
        const heard = llm.requests.map(({ body }) => JSON.stringify(body)).join('\n');
        expect(heard).toContain(`Memory #${memories[0].id}`);
        // What stands in its log then, our own command's words among it, teaches nothing more.
        await sqrl('ingest');
        const read = JSON.parse((await sqrl('sessions', '--json')).out);
        expect(read.sessions).toContainEqual(expect.objectContaining({ client: driver.client }));
        expect((await listed()).map(({ text }: { text: string }) => text)).toEqual([WISH]);
      } finally {
        await sqrl('stop');
      }
    },
  );
});
