import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a page's snippets leave to the reader. */
const LEFT_OUT: Record<string, string> = {
  'SDK.md': `import type { Step } from 'squirrel-memory/sdk';
declare const SYSTEM_PROMPT: string, task: string;
declare const messages: string[], results: string[];
declare const model: (system: string, messages: string[]) => Promise<Step & { calls: ({ id: string; name: string; input: unknown })[] }>;
declare const run: (call: { name: string }) => Promise<string>;`,
  'adapters/ai-sdk.md': `import type { Tool } from 'ai';
declare const model: Parameters<typeof import('ai').wrapLanguageModel>[0]['model'];
declare const instructions: string, tools: Record<string, Tool>;`,
  'adapters/claude-agent.md': 'declare const handle: (message: unknown) => void;',
  'adapters/langchain.md': `declare const model: string;
declare const tools: import('langchain').StructuredTool[];`,
  'adapters/openai-agents.md': 'declare const run: (command: string) => Promise<string>;',
  'adapters/mastra.md': `declare const id: string, name: string, instructions: string;
declare const model: 'openai/gpt-5', tools: Record<string, never>;`,
  'WORKING-MEMORY.md': `import type { ModelMessage, ToolSet } from 'ai';
import { agentMemory } from 'squirrel-memory/openai-agents';
import { withMemory } from 'squirrel-memory/ai-sdk';
import { memoryMiddleware } from 'squirrel-memory/langchain';
import { memoryProcessor } from 'squirrel-memory/mastra';
import { ContextWindow, type FetchedCode } from 'squirrel-memory/sdk';
declare const settings: { tools: ToolSet }, allMessages: ModelMessage[], text: string;
declare const code: (text: string) => readonly FetchedCode[];`,
};

/** What a snippet goes on from, where the page has made it before. */
const MADE_BEFORE = `import { openMemory as openProject } from 'squirrel-memory/sdk';
const memory = await openProject({ project: '.' });
const session = memory.session({ task: 'x' });`;

/** Every TypeScript snippet of the docs as a program, by a name that says where it stands. */
export function snippetPrograms(root: string): Map<string, string> {
  const docs = join(root, 'docs');
  return new Map(
    globSync('**/*.md', { cwd: docs })
      .map((page) => page.replaceAll('\\', '/'))
      .sort()
      .flatMap((page) =>
        snippetsOf(readFileSync(join(docs, page), 'utf8')).map((code, i) => [page, code, i] as const),
      )
      .map(([page, code, i]) => {
        const parts = [
          LEFT_OUT[page] ?? '',
          /\bmemory = await openMemory/.test(code) ? '' : MADE_BEFORE,
          code,
          'export {};',
        ];
        return [`${page.replace(/\W/g, '-')}-${i}`, parts.join('\n')] as const;
      }),
  );
}

const snippetsOf = (page: string): string[] =>
  [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);
