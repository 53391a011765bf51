import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { STOPPED } from '@sqrl/base/model/guards.ts';
import { withMemory } from '@sqrl/sdk/adapters/claude-agent.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isInstalled as isMastraInstalled, driver as mastra } from './adapters/mastra.ts';
import { acceptAdapter, aShop } from './adapters/suite.ts';
import { claudeCode } from './clients/claude-code.ts';
import { cacheFolder, commandOf, installedVersion, packageOf, pins } from './clients/client-cache.ts';
import { startFakeLlm } from './clients/fake-llm.ts';
import { makePlace } from './clients/place.ts';
import { mark } from './clients/play.ts';
import { needing } from './support/needs.ts';
import { patient } from './support/patient.ts';

patient();

const cache = cacheFolder(process.env);
const [claude, agentSdk] = ['claude-code', 'claude-agent-sdk'].map((name) =>
  pins.find(({ client }) => client === name),
);
const isClaudeInstalled = [claude!, agentSdk!].every((pin) => installedVersion(cache, pin) !== undefined);

describe('with a library of the client cache', needing('clients', isMastraInstalled), () =>
  acceptAdapter(mastra),
);

test(
  'Claude Agent SDK: a failed command is told before the next run makes it, then stopped, and memory has its tools',
  needing('clients', isClaudeInstalled),
  async () => {
    const { query } = await import(pathToFileURL(join(packageOf(cache, agentSdk!), 'sdk.mjs')).href);
    const place = makePlace(cache);
    onTestFinished(() => place[Symbol.dispose]());
    const scripts = { check: `node -p "'CHECK' + 'ED'"` };
    place.write('tiny/package.json', { name: 'tiny', type: 'module', scripts });
    const { run, read } = claudeCode.hands(place);
    const failing = { calls: [run('rtk npm run check', 'failed')] };
    const recall = {
      name: 'mcp__squirrel__recall',
      tool: 'mcp:squirrel/recall' as const,
      input: { question: 'How are payments retried?' },
    };
    await using llm = await startFakeLlm(() => ({
      check: [failing, failing, { calls: [run('npm run check')] }, { text: 'Checked.' }],
      look: [{ calls: [read('calc.js')] }, { calls: [recall] }, { text: 'Seen.' }],
    }));
    const { memory, remember, client } = aShop(place.project);
    await remember({ type: 'gotcha', text: 'The sum in calc.js must stay exact', files: ['calc.js'] });
    await remember({ type: 'decision', text: 'Payments are retried by the queue' });
    const { env } = claudeCode.command('', {}, { place, url: llm.url })!;

    const agent = async (play: string) => {
      const from = llm.requests.length;
      const session = memory.session({ task: 'Check the project' });
      const options = await withMemory(
        {
          ...{ cwd: place.project, env: { ...place.env, ...env }, settingSources: [], model: 'fake' },
          ...{ pathToClaudeCodeExecutable: commandOf(cache, claude!), allowedTools: ['Bash', 'Read'] },
        },
        { session, memory, baseSteps: 20 },
      );
      for await (const message of query({ prompt: `Please check it. ${mark(play)}`, options }))
        if (message.type === 'result') expect(message.subtype).toBe('success');
      const report = await session.finish({ outcome: 'success' });
      const asked = llm.requests.slice(from).map(({ body }) => JSON.stringify(body));
      return { asked: asked.filter((request) => request.includes(mark(play))), report, session };
    };

    // Requests are long texts of others: only counts are compared.
    const times = (request: string | undefined, text: string) => request!.split(text).length - 1;
    const first = await agent('check');
    expect(times(first.asked[0], 'run it without')).toBe(0);
    expect(first.report.learned).toHaveLength(1);
    expect((await client.call('get', { id: first.report.learned[0]! })).type).toBe('gotcha');
    const second = await agent('check');
    expect(times(second.asked[0], 'run it without')).toBe(1);
    expect(second.session.steps).toBe(4);
    const third = await agent('check');
    expect(times(third.asked[1], STOPPED)).toBeGreaterThan(0);
    expect(times(third.asked.at(-1), 'CHECKED')).toBeGreaterThan(0);

    const looked = await agent('look');
    expect([0, 1].map((at) => times(looked.asked[at], 'The sum in calc.js must stay exact'))).toEqual([0, 1]);
    const decision = 'Payments are retried by the queue';
    expect(times(looked.asked[2], decision)).toBeGreaterThan(times(looked.asked[1], decision));
  },
);
