import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { ended, launcher } from '@sqrl/squirrel/cli/testing/process.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cacheFolder, commandOf, installedVersion, pins } from './clients/client-cache.ts';
import { makePlace, type Place } from './clients/place.ts';
import { needing } from './support/needs.ts';
import { patient } from './support/patient.ts';
import { settingsFiles } from './support/settings-files.ts';

patient();

const cache = cacheFolder(process.env);

/** How each client is asked for its servers, and what it says of ours. */
const clients: { client: HookClient; env: Record<string, string>; listed: RegExp }[] = [
  {
    client: 'claude-code',
    env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1', DISABLE_TELEMETRY: '1' },
    listed: /squirrel: .*sqrl\.mjs mcp - .*Connected/,
  },
  { client: 'codex', env: {}, listed: /squirrel +.*sqrl\.mjs mcp .*enabled/ },
  {
    client: 'gemini',
    env: {
      GEMINI_API_KEY: 'fake',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
      NO_COLOR: '1',
    },
    listed: /squirrel: .*sqrl\.mjs mcp \(stdio\) - Connected/,
  },
  {
    client: 'opencode',
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      NO_COLOR: '1',
    },
    listed: /✓ squirrel.*connected/,
  },
];

const pinOf = (client: HookClient) => pins.find((one) => one.client === client)!;
const there = clients.every(({ client }) => installedVersion(cache, pinOf(client)) !== undefined);
const MAX_TRIES = 3;

describe('over settings as people have them', needing('clients', there), () => {
  let place: Place;
  const files = Object.assign({}, ...clients.map(({ client }) => settingsFiles[client])) as Record<
    string,
    string
  >;
  const run = (command: string, argv: string[], env: Record<string, string> = {}) =>
    ended(
      spawn(command, argv, {
        cwd: place.project,
        env: { ...place.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  const sqrl = (...argv: string[]) => run(process.execPath, [launcher, ...argv]);

  beforeAll(async () => {
    if (!there) return;
    place = makePlace(cache);
    // Servers of others would be started for real, and are not there.
    for (const [path, text] of Object.entries(files)) place.write(path, text.replaceAll('npx', '/bin/false'));
    // Otherwise opencode waits more than a minute for the registry.
    place.write('.npmrc', 'offline=true\nfetch-retries=0\n');
    // A server starts a daemon on a machine that is set up; none is needed here.
    place.write('.sqrl/config.toml', '[daemon]\nstart = false\n');
    const named = clients.flatMap(({ client }) => ['--client', client]);
    const init = await sqrl('init', '--yes', ...named, '--no-history', '--no-daemon');
    expect(init.exit, init.err).toBe(0);
  });

  afterAll(() => place?.[Symbol.dispose]());

  test.each(clients)('$client sees our server after init', async ({ client, env, listed }) => {
    // Gemini gives a server five seconds of its own to connect, which a busy machine may not have left.
    for (let tries = 1; ; tries++) {
      const said = await run(commandOf(cache, pinOf(client)), ['mcp', 'list'], env);
      // Some say it on standard error.
      const text = said.out + said.err;
      if (tries < MAX_TRIES && !listed.test(text)) continue;
      expect(text).toMatch(listed);
      break;
    }
  });

  test('after uninstall nothing names it', async () => {
    expect(await sqrl('uninstall', '--yes')).toMatchObject({ exit: 0 });
    const settings = Object.keys(files).map((path) => readFileSync(join(place.home, path), 'utf8'));
    expect(settings.join('\n')).not.toMatch(/sqrl\.mjs|hook\.js/);
  });
});
