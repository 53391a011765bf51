import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { type PromptMessage, promptMessages } from '@sqrl/sdk/adapters/prompt-messages.ts';
import { weave } from '@sqrl/sdk/adapters/weave.ts';
import { person } from '@sqrl/squirrel/daemon/testing/homes.ts';
import { describe, expect, test } from 'vitest';
import { run as aiSdkAgent } from '../examples/ai-sdk-agent.ts';
import { run as langchainAgent } from '../examples/langchain-agent.ts';
import { run as openaiAgent } from '../examples/openai-agents.ts';
import { ADAPTERS } from '../scripts/bundle.ts';
import { isBuilt } from '../scripts/source-state.ts';
import { drivers } from './adapters/ai-sdk.ts';
import { driver as langchain } from './adapters/langchain.ts';
import { driver as openaiAgents } from './adapters/openai-agents.ts';
import { acceptAdapter, aShop, UNHURRIED } from './adapters/suite.ts';
import { cacheFolder, installedVersion, pins } from './clients/client-cache.ts';
import { snippetPrograms } from './support/doc-snippets.ts';
import { temporaryFolder } from './support/home.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

for (const driver of [...drivers, openaiAgents, langchain]) acceptAdapter(driver);

describe('a window in a conversation that goes on', () => {
  const said = (role: string, text: string) => ({ role, content: [{ type: 'text', text }] });
  const isNote = (message: PromptMessage) => JSON.stringify(message).includes('Prices are in cents');

  test('what a window removed of a request that is passed on is not told again', async () => {
    const session = aShop().memory.session({ task: 'Look' });
    let prunings = 0;
    const prune = async (messages: PromptMessage[]) => ({
      messages: prunings++ === 1 ? messages.filter((each) => !isNote(each)) : messages,
    });
    const woven = weave<PromptMessage>({ session, window: { prune } }, promptMessages);
    const first = await woven.messages([said('user', 'Look around')]);
    session.note({ text: 'Prices are in cents' });
    const second = await woven.messages([...first, said('assistant', 'Looking.')]);
    const third = await woven.messages([...second, said('assistant', 'Still looking.')]);
    expect([second.length, third.length]).toEqual([2, 3]);
    // Given anew, it has to be told anew.
    const again = [said('user', 'Look around'), said('assistant', 'Looking.'), said('assistant', 'Done.')];
    expect((await woven.messages(again)).filter(isNote)).toHaveLength(1);
  });

  test('the last words of the user stay, whatever memory says after them', async () => {
    const session = aShop().memory.session({ task: 'Look' });
    const woven = weave<PromptMessage>({ session, window: { maxTokens: 3000 } }, promptMessages);
    const list: PromptMessage[] = [said('user', 'Look around'), said('assistant', 'Looked.')];
    await woven.messages(list);
    list.push(said('user', `Mind these prices: ${'12.50 '.repeat(300)}`));
    await woven.messages(list);
    session.note({ text: 'Prices are in cents' });
    for (let i = 0; i < 9; i++) {
      const call = { toolCallId: `call-${i}`, toolName: 'bash' };
      const output = { type: 'text', value: 'of the work '.repeat(160) };
      list.push({ role: 'assistant', content: [{ ...call, type: 'tool-call', input: { command: `${i}` } }] });
      list.push({ role: 'tool', content: [{ ...call, type: 'tool-result', output }] });
      const sent = JSON.stringify(await woven.messages(list));
      expect(sent.split('Mind these prices').length - 1).toBe(1);
      expect(estimateTokens(sent)).toBeLessThan(3000);
    }
    expect(JSON.stringify(await woven.messages(list))).not.toContain('call-0');
  });
});

describe('examples', () => {
  test.each([
    ['the AI SDK', aiSdkAgent],
    ['LangChain', langchainAgent],
    ['OpenAI Agents', openaiAgent],
  ])('an agent on %s fails, learns, and does not repeat the failure', async (_, run) => {
    const lines: string[] = [];
    await run((line) => lines.push(line), UNHURRIED);
    const lesson = expect.stringMatching(
      /fails here with “rtk: command not found” \(2 of 2 times\); run it without/,
    );
    expect(lines).toEqual([
      'first run:',
      ...['  runs: rtk bash check.sh', '  runs: rtk bash check.sh', '  runs: bash check.sh'],
      ...['  says: The project is well.', lesson],
      'second run:',
      ...[lesson, '  runs: bash check.sh', '  says: The project is well.'],
    ]);
  });

  test('an agent in Python learns, and its next session is told', async () => {
    const { project, env, sqrl } = person();
    expect((await sqrl(['start'])).exit).toBe(0);
    const script = join(root, 'examples/python_agent.py');
    const said = execFileSync('python3', [script, project], {
      ...{
        env: { ...env, SQRL_TIMEOUT: '600', PYTHONPATH: join(root, 'clients-sdk/python/src') },
        encoding: 'utf8',
      },
    });
    expect(said).toMatch(/^first session is told: nothing\nlearned: .*run it without `rtk`/);
    expect(said).toMatch(/second session is told: .*## Known failures\n- .*run it without `rtk`/s);
  });
});

test('no adapter is longer than 200 lines', () => {
  for (const path of ADAPTERS)
    expect(readFileSync(join(root, path), 'utf8').split('\n').length).toBeLessThan(200);
});

test.skipIf(!isBuilt(root))(
  'every adapter is in the package with types that fit its library, and every snippet of the docs compiles',
  () => {
    const user = temporaryFolder();
    const link = (name: string, to: string) => {
      mkdirSync(join(user, 'node_modules', name, '..'), { recursive: true });
      symlinkSync(to, join(user, 'node_modules', name));
    };
    writeFileSync(join(user, 'package.json'), '{ "type": "module" }');
    link('squirrel-memory', root);
    for (const name of ['ai', 'ai7', 'langchain', '@openai/agents-core', 'zod'])
      link(name, join(root, 'node_modules', name));
    const cache = cacheFolder(process.env);
    const inCache = pins.filter((pin) => pin.bin === undefined && installedVersion(cache, pin) !== undefined);
    for (const pin of inCache) link(pin.package, join(cache, pin.client, 'node_modules', pin.package));

    const names = ADAPTERS.map((path) => path.replace(/.*\//, '').replace('.ts', ''));
    const script = `for (const name of ${JSON.stringify(names)})
    console.log(name, Object.keys(await import('squirrel-memory/' + name)).sort().join());`;
    const node = ['--input-type=module', '-e', script];
    expect(execFileSync(process.execPath, node, { cwd: user, encoding: 'utf8' })).toBe(
      `ai-sdk calibratedStop,memoryMiddleware,memoryTools,withMemory
claude-agent memoryHooks,memoryServer,memoryTools,withMemory
openai-agents agentMemory,memoryTools
langchain memoryMiddleware,memoryTools
mastra calibratedStop,memoryProcessor,memoryTools
`,
    );

    link('@openai/agents', join(root, 'node_modules/@openai/agents-core'));
    const isHere = (name: string, part: string, client: string) =>
      !name.includes(part) || inCache.some((pin) => pin.client === client);
    const uses = Object.entries(USES).filter(
      ([name]) =>
        !pins.some(({ client }) => client === name) || inCache.some(({ client }) => client === name),
    );
    for (const [name, code] of uses) writeFileSync(join(user, `${name}.ts`), `${SESSION}${code}`);
    const snippets = [...snippetPrograms(root)].filter(
      ([name]) => isHere(name, 'mastra', 'mastra') && isHere(name, 'claude-agent', 'claude-agent-sdk'),
    );
    expect(snippets.length).toBeGreaterThanOrEqual(9);
    for (const [name, code] of snippets) writeFileSync(join(user, `${name}.ts`), code);
    const options =
      '--noEmit --strict --skipLibCheck --module nodenext --target es2024 --types node --checkers 1'.split(
        ' ',
      );
    const types = ['--lib', 'es2025,esnext.disposable,dom', '--typeRoots', join(root, 'node_modules/@types')];
    const files = [...uses, ...snippets].map(([name]) => `${name}.ts`);
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout } = spawnSync(tsc, [...options, ...types, ...files], { cwd: user, encoding: 'utf8' });
    expect(stdout).toBe('');
  },
);

const SESSION = `import { openMemory } from 'squirrel-memory/sdk';
const memory = await openMemory({ project: '.' });
const session = memory.session({ task: 'x' });
`;

/** Programs of users, by the client of the cache that they need, if any. */
const USES: Record<string, string> = {
  'ai-6': `import { generateText, type ModelMessage, tool, ToolLoopAgent, wrapLanguageModel } from 'ai';
import { aiSdkFormat, MessageWindow } from 'squirrel-memory/sdk';
import { memoryMiddleware, withMemory } from 'squirrel-memory/ai-sdk';
import { z } from 'zod';
declare const model: Parameters<typeof wrapLanguageModel>[0]['model'];
const bash = tool({ inputSchema: z.object({ command: z.string() }), execute: async () => 1 });
const { toolResults } = await generateText(withMemory({ model, tools: { bash }, prompt: 'x' }, { session }));
const output: number | undefined = toolResults[0]?.dynamic ? undefined : toolResults[0]?.output;
new ToolLoopAgent(withMemory({ model, tools: { bash }, instructions: 'x' }, { session, baseSteps: 3, window: { maxTokens: 9 } }));
wrapLanguageModel({ model, middleware: memoryMiddleware({ session }) });
// @ts-expect-error a session is needed
withMemory({ model }, {});
const window = new MessageWindow<ModelMessage>({ format: aiSdkFormat(), maxTokens: 9, memory: session.episodic() });
withMemory({ model, tools: { bash } }, { session, window });
// @ts-expect-error a window needs a size
withMemory({ model, tools: { bash } }, { session, window: {} });
export { output };`,
  'ai-7': `import { streamText, tool, ToolLoopAgent, wrapLanguageModel, type LanguageModel } from 'ai7';
import { memoryMiddleware, withMemory } from 'squirrel-memory/ai-sdk';
import { z } from 'zod';
declare const model: Exclude<LanguageModel, string>;
const bash = tool({ inputSchema: z.object({ command: z.string() }), execute: async () => 1 });
streamText(withMemory({ model, tools: { bash }, instructions: 'x', prompt: 'x' }, { session }));
new ToolLoopAgent(withMemory({ model, tools: { bash }, instructions: 'x' }, { session }));
wrapLanguageModel({ model, middleware: memoryMiddleware({ session }) });`,
  'openai-agents': `import { Agent, Runner, tool } from '@openai/agents-core';
import { agentMemory } from 'squirrel-memory/openai-agents';
import { z } from 'zod';
const remembered = agentMemory({ session });
const parameters = z.object({ command: z.string() });
const bash = tool(remembered.tool({ name: 'bash', description: 'x', parameters, execute: async () => 'x' }));
const agent = new Agent({ name: 'x', tools: [bash] });
await remembered.observe(new Runner()).run(agent, 'x', await remembered.runOptions());`,
  langchain: `import { createAgent } from 'langchain';
import { memoryMiddleware } from 'squirrel-memory/langchain';
createAgent({ model: 'x', tools: [], middleware: [memoryMiddleware({ session, baseSteps: 3, window: { maxTokens: 9 } })] });`,
  mastra: `import { Agent } from '@mastra/core/agent';
import { memoryProcessor } from 'squirrel-memory/mastra';
new Agent({ id: 'x', name: 'x', instructions: 'x', model: 'openai/x', inputProcessors: [memoryProcessor({ session })] });`,
  'claude-agent-sdk': `import { query, type Options } from '@anthropic-ai/claude-agent-sdk';
import { withMemory } from 'squirrel-memory/claude-agent';
const options: Options = await withMemory({ allowedTools: ['Read'], maxTurns: 3 } as Options, { session, memory });
query({ prompt: 'x', options });`,
};
