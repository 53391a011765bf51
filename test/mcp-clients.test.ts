import { spawn } from 'node:child_process';
import { appendFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ended, launcher } from '../src/cli/testing/process.ts';
import { coreTools } from '../src/mcp/tools/core.ts';
import { claudeCode } from './clients/claude-code.ts';
import { cacheFolder, installedVersion, pins } from './clients/client-cache.ts';
import { codex } from './clients/codex.ts';
import type { Command, Driver } from './clients/driver.ts';
import { startFakeLlm } from './clients/fake-llm.ts';
import { gemini } from './clients/gemini.ts';
import { opencode } from './clients/opencode.ts';
import { makePlace, type Place } from './clients/place.ts';
import { type Call, mark } from './clients/play.ts';
import { runClient } from './clients/run-client.ts';
import { needing } from './support/needs.ts';

const RULE = 'Deploys go out on Tuesdays only';
const cache = cacheFolder(process.env);
const TOOLS = coreTools.map(({ name }) => name);

/** How each client is told of the server by what we print for it, and how its agent calls a tool of it. */
const clients: {
  driver: Driver;
  register(text: string, place: Place): Partial<Command>;
  call: Naming;
  /** What the model is shown of the tools, as it stands in a request. */
  always: string[];
}[] = [
  {
    driver: claudeCode,
    register: (text, place) => {
      place.write('mcp.json', text);
      return { args: ['--mcp-config', join(place.home, 'mcp.json'), '--strict-mcp-config'] };
    },
    call: (tool) => ({ name: `mcp__squirrel__${tool}` }),
    // The others it has to look for.
    always: ['recall', 'remember', 'get_task_context'].map((tool) => `"name":"mcp__squirrel__${tool}"`),
  },
  {
    driver: codex,
    register: (text, place) => {
      appendFileSync(join(place.home, '.codex/config.toml'), `\n${text}`);
      return {};
    },
    call: (tool) => ({ name: tool, namespace: 'mcp__squirrel' }),
    // All of them it has to look for, and finds.
    always: ['"name":"recall"', '"name":"remember"'],
  },
  {
    driver: gemini,
    register: (text, place) => merged(text, place, '.gemini/settings.json'),
    call: (tool) => ({ name: `mcp_squirrel_${tool}` }),
    always: TOOLS.map((tool) => `"name":"mcp_squirrel_${tool}"`),
  },
  {
    driver: opencode,
    register: (text, place) => merged(text, place, '.config/opencode/opencode.json'),
    call: (tool) => ({ name: `squirrel_${tool}` }),
    always: TOOLS.map((tool) => `"name":"squirrel_${tool}"`),
  },
];

type Naming = (tool: string) => Pick<Call, 'name' | 'namespace'>;

describe.each(clients)('$driver.client', ({ driver, register, call, always }) => {
  const pin = pins.find(({ client }) => client === driver.client)!;
  const there = installedVersion(cache, pin) !== undefined;
  test(
    'lists our tools, calls them, and shows the agent what they say',
    needing('clients', there),
    async () => {
      using place = makePlace(cache);
      const home = join(place.home, '.sqrl');
      // One would outlive the client, as it should; here nothing may.
      place.write('.sqrl/config.toml', '[daemon]\nstart = false\n');
      const sqrl = (...argv: string[]) =>
        ended(
          spawn(process.execPath, [launcher, ...argv], {
            cwd: place.project,
            env: { ...place.env, SQRL_HOME: home },
            stdio: ['ignore', 'pipe', 'pipe'],
          }),
        );
      const tool = (name: string, input: object): Call => ({ ...call(name), input, tool: 'other' });
      const { findTools } = driver.hands(place);
      await using llm = await startFakeLlm(() => ({
        mcp: [
          ...(findTools ? [{ calls: [findTools('squirrel remember recall')] }] : []),
          { calls: [tool('remember', { text: RULE, type: 'decision' })] },
          { calls: [tool('recall', { question: 'when can I ship?' })] },
          { calls: [tool('recall', { question: 'x', project: '/nowhere/at/all' })] },
          { text: 'On Tuesdays.' },
        ],
      }));
      const command = driver.command(`When do we deploy? ${mark('mcp')}`, {}, { place, url: llm.url })!;
      const printed = await sqrl('mcp', '--print-config', driver.client);
      expect(printed.exit, printed.err).toBe(0);
      const more = register(printed.out, place);
      const args = command.args.map((arg) => arg.replace('mcp__memo', 'mcp__memo,mcp__squirrel'));
      const said = await runClient(
        driver,
        { args: [...args, ...(more.args ?? [])], env: { ...command.env } },
        place,
      );

      expect(said).toContain('On Tuesdays.');
      const requests = llm.requests.map(({ body }) => JSON.stringify(body));
      for (const name of always) expect(requests.some((request) => request.includes(name))).toBe(true);
      expect(requests.some((request) => request.includes('Squirrel is the long-term memory'))).toBe(true);
      // What comes out is described to the client only: it costs the model no tokens.
      expect(requests.filter((request) => /redacted\\*":\s*\{\\*"type/.test(request))).toEqual([]);
      const last = requests.findLast((request) => request.includes('/nowhere/at/all'))!;
      expect(last).toMatch(/Remembered as \w{12}|\\"did\\":\s*\\"added\\"/);
      expect(last.split(RULE).length).toBeGreaterThan(2);
      expect(last).toContain('Folder /nowhere/at/all does not exist.');
      const { memories } = JSON.parse((await sqrl('list', '--json')).out);
      expect(memories).toMatchObject([{ text: RULE, type: 'decision', source: 'agent_explicit' }]);
      expect(stillRunning(home)).toEqual([]);
    },
  );
});

/** Adds what is printed to the settings that are there. */
function merged(text: string, place: Place, file: string): Partial<Command> {
  const settings = JSON.parse(readFileSync(join(place.home, file), 'utf8'));
  place.write(file, { ...settings, ...JSON.parse(text) });
  return {};
}

/** Processes of ours that a client has left behind. */
function stillRunning(home: string): string[] {
  return globSync('/proc/[0-9]*/environ').flatMap((file) => {
    try {
      const ours = readFileSync(file, 'utf8').includes(`SQRL_HOME=${home}`);
      return ours ? [readFileSync(file.replace('environ', 'cmdline'), 'utf8').replaceAll('\0', ' ')] : [];
    } catch {
      return [];
    }
  });
}
