import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STOPPED } from '@sqrl/base/model/guards.ts';
import type { Draft } from '@sqrl/base/model/memory.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { AdapterWindow } from '@sqrl/sdk/adapters/weave.ts';
import { memoryOver } from '@sqrl/sdk/memory.ts';
import type { MemorySession } from '@sqrl/sdk/types.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import { describe, expect, test } from 'vitest';
import { open, temporaryFolder } from '../support/home.ts';

/** What a scripted model does in one step. */
export type ScriptStep = { run: string } | { read: string } | { say: string };

/** One run of an agent. */
export interface AgentRun {
  session: MemorySession;
  prompt: string;
  script: readonly ScriptStep[];
  /** Runs a command; rejects where it fails. */
  bash(command: string): Promise<string>;
  baseSteps?: number;
  maxSteps?: number;
  window?: AdapterWindow;
}

/** An agent of a library with its adapter. */
export interface AgentDriver {
  name: string;
  /** Every request that reached the model, as JSON. */
  requests(run: AgentRun): Promise<string[]>;
  /** Whether a call and the loop can be stopped; middleware around a model sees requests alone. */
  stops: boolean;
}

/** On a busy machine memory must not count as late. */
export const UNHURRIED = {
  timeoutMs: 600_000,
  pointLimitsMs: { systemPrompt: 6e5, firstMessage: 6e5, toolResult: 6e5, betweenSteps: 6e5 },
};

const SYSTEM = 'You are a careful engineer.';
const RULE = 'Use pnpm, never npm';
const GOTCHA = 'In the payment client a retry needs an idempotency key';
const NOTED = 'Prices are in cents';

/** A project with an open memory. */
export function aShop(project: string = join(temporaryFolder(), 'shop')) {
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'src/pay.ts'), 'export const charge = 1;\n');
  const opened = open({ project, settings: '[delivery]\nguards = "stop-once"\n' });
  const world = {
    client: Promise.resolve(opened.client),
    cwd: project,
    isPaused: () => false,
    now: Date.now,
  };
  const remember = (draft: Draft) => opened.client.call('remember', draft);
  return { ...opened, project, memory: memoryOver(world, UNHURRIED), remember };
}

/** What every adapter does, on a real store. */
export function acceptAdapter({ name, requests, stops }: AgentDriver): void {
  const bash = async () => 'CHECKED';

  describe(name, () => {
    test('requests hold what memory tells before the step, each line once and at every later step', async () => {
      const { memory, remember } = aShop();
      await remember({ type: 'preference', text: RULE, confidence: 0.95 });
      await remember({ type: 'gotcha', text: GOTCHA, files: ['src/pay.ts'] });
      const relay = { from: 'planner', to: 'coder', text: 'RELAYED', items: [] };
      const session = memory.session({ task: 'Rename the button', relay });
      session.note({ text: NOTED });
      const asked = await requests({
        ...{ session, prompt: 'Rename the button on the start page', bash },
        script: [{ read: 'src/pay.ts' }, { run: 'true' }, { say: 'Renamed.' }],
      });
      const times = (text: string) => asked.map((request) => request.split(text).length - 1);
      expect(times(RULE)).toEqual([1, 1, 1]);
      expect(times('RELAYED')).toEqual([1, 1, 1]);
      expect(times(GOTCHA)).toEqual([0, 1, 1]);
      expect(times(NOTED)).toEqual([0, 1, 1]);
      expect(times(SYSTEM)).toEqual([1, 1, 1]);
      expect(times('Rename the button on the start page')).toEqual([1, 1, 1]);
      // It has no such tool.
      expect(times('call `remember`')).toEqual([0, 0, 0]);
      expect(session.steps).toBe(3);
      expect(session.receipts.map(({ point }) => point)).toContain('tool result');
    });

    test('a failed call becomes a memory, and the next run is told before it makes the call', async () => {
      const { memory, client } = aShop();
      const ran: string[] = [];
      const agent = async (prompt: string) => {
        const session = memory.session({ task: prompt });
        const asked = await requests({
          ...{ session, prompt },
          async bash(command) {
            ran.push(command);
            if (command.startsWith('rtk')) throw new Error('bash: line 1: rtk: command not found');
            return 'CHECKED';
          },
          script: [
            ...[{ run: 'rtk npm run check' }, { run: 'rtk npm run check' }],
            ...[{ run: 'npm run check' }, { say: 'Checked.' }],
          ],
        });
        return { asked, report: await session.finish({ outcome: 'success' }) };
      };
      const first = await agent('Check the project');
      expect(ran).toEqual(['rtk npm run check', 'rtk npm run check', 'npm run check']);
      expect(first.asked[0]).not.toContain('rtk');
      expect(first.report.learned).toHaveLength(1);
      const learned = await client.call('get', { id: first.report.learned[0]! });
      expect(learned).toMatchObject({
        type: 'gotcha',
        text: expect.stringContaining('run it without `rtk`'),
      });

      const second = await agent('Check the project once more');
      expect(second.asked[0]).toContain('run it without `rtk`');
      const third = await agent('Check the project a third time');
      expect(third.asked[0]).toContain('run it without `rtk`');
      const times = ran.filter((command) => command.startsWith('rtk')).length;
      // By then it is sure enough to be stopped, once.
      expect(times).toBe(stops ? 5 : 6);
      if (stops) expect(third.asked[1]).toContain(STOPPED);
    });

    test('where memory is away the agent works on, and is told so once', async () => {
      const away: VerbClient = {
        ...{ notices: [], close: async () => {}, [Symbol.asyncDispose]: async () => {} },
        call: async () => {
          throw new Error('no such daemon');
        },
      };
      const world = {
        client: Promise.resolve(away),
        cwd: '/projects/shop',
        isPaused: () => false,
        now: Date.now,
      };
      const degraded: string[] = [];
      const memory = memoryOver(world, { onDegraded: ({ message }) => degraded.push(message) });
      const asked = await requests({
        ...{ session: memory.session({ task: 'Anything' }), prompt: 'Anything', bash },
        script: [{ run: 'true' }, { run: 'true' }, { say: 'Done.' }],
      });
      expect(asked.map((request) => request.split('Go on without it').length - 1)).toEqual([1, 1, 1]);
      expect(asked.at(-1)).toContain('CHECKED');
      expect(degraded).toEqual(['no such daemon']);
    });

    test.runIf(stops)('the step limit follows calibration, and its maximum', async () => {
      const { memory } = aShop();
      const module = 'src/pay';
      for (let i = 0; i < 3; i++) {
        const past = memory.session({ task: 'Work on payments', module, plannedSteps: 2 });
        for (let step = 0; step < 12; step++) past.observeStep({ text: 'Working.' });
        await past.finish({ outcome: 'success' });
      }
      const script = Array.from({ length: 9 }, () => ({ run: 'true' }));
      const taken = async (maxSteps?: number) => {
        const session = memory.session({ task: 'More work on payments', module });
        const limits = { baseSteps: 2, ...(maxSteps !== undefined && { maxSteps }) };
        return (await requests({ session, prompt: 'Go on', script, bash, ...limits })).length;
      };
      expect(await taken()).toBe(4);
      expect(await taken(3)).toBe(3);
    });

    test('over its limit a request is pruned and stays whole, and what went can be recalled', async () => {
      const { memory, engine } = aShop();
      const maxTokens = 1500;
      const agent = async (window?: AdapterWindow) => {
        const session = memory.session({ task: 'Read all parts' });
        const asked = await requests({
          ...{ session, prompt: 'Read all parts of the shop', baseSteps: 20, ...(window && { window }) },
          async bash(command) {
            if (command.includes('part-1')) session.note({ text: NOTED });
            return `${command} has ${'some words and '.repeat(130)}`;
          },
          script: [
            ...Array.from({ length: 8 }, (_, i) => ({ run: `cat src/part-${i}.ts` })),
            { say: 'All read.' },
          ],
        });
        return { asked, session };
      };
      const whole = await agent();
      expect(whole.asked).toHaveLength(9);
      expect(estimateTokens(whole.asked[8]!)).toBeGreaterThan(2 * maxTokens);
      expect((await agent({ maxTokens: 1e6 })).asked).toEqual(whole.asked);

      const { asked, session } = await agent({ maxTokens });
      expect(asked).toHaveLength(9);
      const removed = new Set<number>();
      asked.forEach((request, step) => {
        expect(estimateTokens(request)).toBeLessThanOrEqual(maxTokens);
        const times = (text: string) => request.split(text).length - 1;
        expect(times('Read all parts of the shop')).toBe(1);
        expect(times(SYSTEM)).toBe(1);
        for (let i = 0; i < step; i++) {
          // A call and its result, or neither, and never again what once was gone.
          expect(times(`"call-${i}"`)).toBe(removed.has(i) || times(`"call-${i}"`) === 0 ? 0 : 2);
          if (times(`"call-${i}"`) === 0) removed.add(i);
        }
        expect(times(NOTED)).toBeLessThanOrEqual(1);
        if (step > 0) expect(times(`"call-${step - 1}"`)).toBe(2);
      });
      expect(removed.size).toBeGreaterThan(3);
      for (const i of removed)
        expect(await session.episodic().recall(`part-${i}`)).toContainEqual(
          expect.stringContaining(`src/part-${i}.ts`),
        );
      await session.checkpoint();
      const kept = engine.own.store.sql("select text from event where kind = 'compaction'").all();
      expect(kept.map(({ text }) => text).join('\n')).toContain('src/part-0.ts');
    });

    test('a window shortens every request, and sees what memory added', async () => {
      const { memory, remember } = aShop();
      await remember({ type: 'gotcha', text: GOTCHA, files: ['src/pay.ts'] });
      const seen: string[] = [];
      const window = {
        // biome-ignore lint/suspicious/noExplicitAny: messages are each library's own.
        async prune(messages: any[]) {
          seen.push(JSON.stringify(messages));
          return { messages: messages.slice(0, messages[0].role === 'system' ? 4 : 3) };
        },
      };
      const asked = await requests({
        ...{ session: memory.session({ task: 'Look' }), prompt: 'Look around', bash, window },
        script: [{ read: 'src/pay.ts' }, { run: 'true' }, { run: 'true' }, { say: 'Seen.' }],
      });
      expect(seen[1]).toContain(GOTCHA);
      expect(asked[1]).toContain(GOTCHA);
      expect(asked[3]!.split('CHECKED').length - 1).toBe(0);
    });
  });
}

/** The tools that every driver offers, as its library declares them. */
export const TOOLS = {
  bash: 'Runs a command',
  read_file: 'Reads a file',
} as const;

/** A step as the call that its model makes; undefined where it only says something. */
export function callOf(step: ScriptStep, index: number) {
  if ('say' in step) return undefined;
  const [name, input] =
    'run' in step
      ? (['bash', { command: step.run }] as const)
      : (['read_file', { path: step.read }] as const);
  return { id: `call-${index}`, name, input };
}

export { SYSTEM };
