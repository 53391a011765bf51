import { ContextWindow } from '@sqrl/sdk/window/context-window.ts';
import { aiSdkFormat } from '@sqrl/sdk/window/formats.ts';
import { MessageWindow } from '@sqrl/sdk/window/message-window.ts';

const ITEMS = 10_000;
const RUNS = 9;

/** Microseconds that the parts of pruning take for each of 10,000 items, half of them calls and half results. */
export async function windowSpeed(): Promise<{ lines: string[]; figures: Record<string, number> }> {
  const figures: Record<string, number> = {};
  const measure = async (name: string, make: () => Promise<() => Promise<unknown>>) => {
    const times: number[] = [];
    for (let i = 0; i < RUNS; i++) {
      const work = await make();
      const start = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / ITEMS);
    }
    figures[name] = Math.round(times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]! * 100) / 100;
  };
  await measure('prune items', async () => {
    const window = new ContextWindow({ maxTokens: ITEMS * TOKENS });
    for (let i = 0; i < ITEMS / 2; i++) {
      const subjects = [{ key: `src/file-${i % 500}.ts`, lines: null, shows: true }];
      window.add({
        type: 'call',
        content: '',
        tokens: TOKENS,
        tool: 'read',
        subjects,
        calls: [{ id: `${i}`, name: 'read', input: null }],
      });
      window.add({ type: 'result', content: '', tokens: TOKENS, resultOf: `${i}` });
    }
    return () => window.prune();
  });
  const messages = Array.from({ length: ITEMS / 2 }, (_, i) => [
    {
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          toolCallId: `${i}`,
          toolName: 'read',
          input: { path: `src/file-${i % 500}.ts` },
        },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: `${i}`,
          toolName: 'read',
          output: { type: 'text', value: 'export const a = 1;\n'.repeat(20) },
        },
      ],
    },
  ]).flat();
  const list = [{ role: 'user', content: 'Read everything.' }, ...messages];
  const open = (maxTokens: number) => new MessageWindow({ format: aiSdkFormat(), maxTokens });
  await measure('prune messages, first time', async () => () => open(ITEMS * TOKENS).prune(list));
  await measure('messages without pruning', async () => {
    const window = open(ITEMS * TOKENS * 100);
    await window.prune(list);
    return () => window.prune(list);
  });
  const lines = Object.entries(figures).map(
    ([name, each]) => `${name}: ${each} µs of CPU for each of ${ITEMS.toLocaleString('en')} items`,
  );
  return { lines, figures };
}

const TOKENS = 50;
