// A coding agent on the AI SDK that fails, learns, and does not repeat the failure in its second run.
//
//   $ node examples/ai-sdk-agent.ts
//
// No account is needed: the model is a function that decides by what it reads, as a model would.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ToolLoopAgent, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { withMemory } from 'squirrel-memory/ai-sdk';
import { type Memory, type OpenOptions, openMemory } from 'squirrel-memory/sdk';
import { z } from 'zod';

export async function run(print: (line: string) => void, options: Partial<OpenOptions> = {}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-example-'));
  try {
    const project = join(folder, 'shop');
    mkdirSync(project);
    writeFileSync(join(project, 'check.sh'), 'echo all is well\n');
    // In a program of yours `home` and `daemon` are left out: then memories are shared with all agents of this machine.
    const place = { project, home: join(folder, 'home'), daemon: 'never' as const };
    await using memory = await openMemory({ ...place, ...options });
    for (const name of ['first run', 'second run']) {
      print(`${name}:`);
      await checkProject(memory, { project, print });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkProject(
  memory: Memory,
  { project, print }: { project: string; print: (line: string) => void },
): Promise<void> {
  const session = memory.session({ task: 'Check the project' });
  const bash = tool({
    description: 'Runs a command in the project',
    inputSchema: z.object({ command: z.string() }),
    async execute({ command }) {
      print(`  runs: ${command}`);
      const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: project });
      return stdout;
    },
  });
  const agent = new ToolLoopAgent(
    withMemory(
      { model: scriptedModel(print), instructions: 'You are a careful engineer.', tools: { bash } },
      { session },
    ),
  );
  const { text } = await agent.generate({ prompt: 'Please check the project.' });
  print(`  says: ${text}`);
  const { learned } = await session.finish({ outcome: 'success' });
  for (const id of learned) print(`  learned: ${(await memory.call('get', { id })).text}`);
}

/** Tries a wrapper that is not installed, twice, unless the request says that it fails here. */
function scriptedModel(print: (line: string) => void): MockLanguageModelV3 {
  let failures = 0;
  return new MockLanguageModelV3({
    async doGenerate({ prompt }) {
      const system = prompt.flatMap(({ role, content }) => (role === 'system' ? content.split('\n') : []));
      const warning = system.find((line) => line.includes('command not found'));
      const last = JSON.stringify(prompt.at(-1));
      if (warning && prompt.at(-1)?.role === 'user') print(`  is told before it begins: ${warning}`);
      if (last.includes('all is well')) return answer({ type: 'text', text: 'The project is well.' });
      if (last.includes('command not found')) failures++;
      const command = warning || failures === 2 ? 'bash check.sh' : 'rtk bash check.sh';
      const toolCallId = `call-${prompt.length}`;
      return answer({ type: 'tool-call', toolCallId, toolName: 'bash', input: JSON.stringify({ command }) });
    },
  });
}

type GenerateResult = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;

function answer(part: GenerateResult['content'][number]): GenerateResult {
  const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
  const finishReason = { unified: part.type === 'text' ? 'stop' : 'tool-calls', raw: undefined } as const;
  return {
    content: [part],
    finishReason,
    usage: { inputTokens: tokens, outputTokens: tokens },
    warnings: [],
  };
}

if (import.meta.main) await run(console.log);
