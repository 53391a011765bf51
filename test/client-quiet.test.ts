import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ended, launcher } from '../src/cli/testing/process.ts';
import { claudeCode } from './clients/claude-code.ts';
import { cacheFolder, installedVersion, pins } from './clients/client-cache.ts';
import { codex } from './clients/codex.ts';
import { startFakeLlm } from './clients/fake-llm.ts';
import { gemini } from './clients/gemini.ts';
import { opencode } from './clients/opencode.ts';
import { makePlace } from './clients/place.ts';
import { mark } from './clients/play.ts';
import { runClient } from './clients/run-client.ts';
import { needing } from './support/needs.ts';

const cache = cacheFolder(process.env);
const RULE = 'Always write the tests before the code, never after it';

/** One in the suite; `SQRL_ALL_JOURNEYS=1` has every client do it. */
const drivers = process.env.SQRL_ALL_JOURNEYS ? [claudeCode, codex, gemini, opencode] : [claudeCode];

describe.each(drivers)('$client', (driver) => {
  const isThere = installedVersion(cache, pins.find((pin) => pin.client === driver.client)!) !== undefined;
  test(
    'is told nothing in a pause, which is never read, and works on where the package was removed',
    needing('clients', isThere),
    async () => {
      using place = makePlace(cache);
      await using llm = await startFakeLlm(() => ({ work: [{ text: 'Done.' }] }));
      const sqrl = (...argv: string[]) =>
        ended(
          spawn(process.execPath, [launcher, ...argv], {
            cwd: place.project,
            env: place.env,
            stdio: ['ignore', 'pipe', 'pipe'],
          }),
        );
      /** Has the client work once; what it printed, and whether its model was told the rule. */
      const work = async () => {
        const from = llm.requests.length;
        const prompt = `Please look at it. ${mark('work')}`;
        const { args, env } = driver.command(prompt, { settled: true }, { place, url: llm.url })!;
        const trusting = driver === codex ? ['--dangerously-bypass-hook-trust'] : [];
        const patient = { ...env, SQRL_HOOK_MS: '2500' };
        const printed = await runClient(driver, { args: [...args, ...trusting], env: patient }, place);
        const asked = JSON.stringify(llm.requests.slice(from).map(({ body }) => body));
        expect(asked).toContain('Please look at it');
        return { printed, isTold: asked.includes(RULE) };
      };
      driver.command('', {}, { place, url: llm.url });
      place.write('.sqrl/config.toml', '[delivery]\nholdout = false\n');
      try {
        const init = await sqrl('init', '--yes', '--no-history', '--client', driver.client);
        expect(init.exit, init.err).toBe(0);
        await sqrl('remember', RULE, '--type', 'preference');
        await sqrl('pause', '--for', '1h');
        expect((await work()).isTold).toBe(false);
        await sqrl('resume');
        await sqrl('ingest');
        const { sessions } = JSON.parse((await sqrl('history', 'sessions', '--json')).out);
        expect(sessions.filter(({ client }: { client: string }) => client !== 'git')).toEqual([]);
        expect((await work()).isTold).toBe(true);

        const hook = join(place.home, '.sqrl/sqrl-hook');
        place.write(
          '.sqrl/sqrl-hook',
          readFileSync(hook, 'utf8').replace(/^hook=.*$/m, 'hook=/gone/hook.js'),
        );
        const { printed, isTold } = await work();
        expect(isTold).toBe(false);
        expect(printed).not.toMatch(/hook.*(?:error|failed)|not found|ENOENT/i);
      } finally {
        await sqrl('stop');
      }
    },
  );
});
