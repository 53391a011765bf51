import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ended, launcher } from '../src/cli/testing/process.ts';
import type { HookClient } from '../src/model/hook-events.ts';
import { cacheFolder, commandOf, installedVersion, pins } from './clients/client-cache.ts';
import { makePlace } from './clients/place.ts';
import { needing } from './support/needs.ts';
import { settingsFiles } from './support/settings-files.ts';

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
    env: { GEMINI_API_KEY: 'fake', GEMINI_CLI_TRUST_WORKSPACE: 'true', NO_COLOR: '1' },
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

describe.each(clients)('$client', ({ client, env, listed }) => {
  const pin = pins.find((one) => one.client === client)!;
  const there = installedVersion(cache, pin) !== undefined;
  test('sees our server after init, and no more after uninstall', needing('clients', there), async () => {
    using place = makePlace(cache);
    const files = settingsFiles[client];
    // Servers of others would be started for real, and are not there.
    for (const [path, text] of Object.entries(files)) place.write(path, text.replaceAll('npx', '/bin/false'));
    // Otherwise opencode waits more than a minute for the registry.
    place.write('.npmrc', 'offline=true\nfetch-retries=0\n');
    const run = (command: string, ...argv: string[]) =>
      ended(
        spawn(command, argv, {
          cwd: place.project,
          env: { ...place.env, ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      );
    const sqrl = (...argv: string[]) => run(process.execPath, launcher, ...argv);
    // The server starts a daemon, as it should on a machine that is set up.
    await using _ = { [Symbol.asyncDispose]: async () => void (await sqrl('stop')) };
    const list = async () => {
      const said = await run(commandOf(cache, pin), 'mcp', 'list');
      // Some say it on standard error.
      return said.out + said.err;
    };
    expect(await sqrl('init', '--yes', '--client', client, '--no-history', '--no-daemon')).toMatchObject({
      exit: 0,
    });
    expect(await list()).toMatch(listed);

    expect(await sqrl('uninstall', '--yes')).toMatchObject({ exit: 0 });
    expect(await list()).not.toContain('sqrl.mjs');
    const settings = Object.keys(files).map((path) => readFileSync(join(place.home, path), 'utf8'));
    expect(settings.join('\n')).not.toMatch(/sqrl\.mjs|hook\.js/);
  });
});
