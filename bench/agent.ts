import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judged, playByHand, writePlayScript } from './agent/by-hand.ts';
import { openMemory } from './agent/memory.ts';
import {
  type Agent,
  ARMS,
  type Arm,
  commandAgent,
  give,
  type Played,
  play,
  scriptedAgent,
} from './agent/play.ts';
import { writeRepository } from './agent/repository.ts';
import { type AgentTask, type Product, readProducts } from './agent/tasks.ts';
import { type ToldTask, toldFigures, toldLines, toldOf } from './agent/told.ts';
import type { Bench, Figures } from './bench.ts';

/** Does memory help an agent whose task needs a rule that was decided in an earlier conversation? See docs/PROOF.md. */
export const agent: Bench = {
  summary: `Tasks whose rule was decided in a past conversation: what memory tells of it; with an agent, its corrections by arm
             [--agent 'COMMAND {prompt} {mcp}' | scripted] [--arms none,hook,tools,both] [--tasks a,b] [--client NAME]
             [--show] [--dist FOLDER]
             [--export DIR] writes the tasks for agents that have a shell only, with DIR/play; [--judge DIR] prints what came of it`,
  async run({ flags, print }) {
    const products = chosen(readProducts(), flags.tasks);
    if (flags.play) return playByHand(flags.play, resolve(flags.in ?? '.'), flags.input, products, print);
    if (flags.judge)
      return {
        bench: 'played',
        agent: flags.agent,
        ...report(judged(resolve(flags.judge), products, print), print),
      };
    const dist = flags.dist ?? DIST;
    const programs = { sqrl: join(dist, 'squirrel/sqrl.js'), hook: join(dist, 'squirrel/hooks/hook.js') };
    if (!existsSync(programs.hook)) {
      print('agent: skipped, needs a build. Run `npm run build` first.');
      return undefined;
    }
    const root = flags.export ? resolve(flags.export) : mkdtempSync(join(tmpdir(), 'sqrl-bench-agent-'));
    try {
      const memory = await openMemory(join(root, '.bench/memory'), products, programs);
      const arms = (flags.arms ?? Object.keys(ARMS).join(',')).split(',') as Arm[];
      const given = (arm: Arm, product: Product, task: AgentTask) =>
        give(root, arm, product, task, memory, flags.client);
      if (flags.export) {
        for (const arm of arms)
          for (const product of products)
            for (const task of product.tasks) {
              // Its daemon starts again when the player asks.
              await using _ = (await given(arm, product, task)).memory;
            }
        writePlayScript(root);
        print(`Exported to ${root}: ${arms.join(', ')}. docs/PROOF.md says how to play it.`);
        return { exported: root };
      }
      if (flags.agent === undefined) {
        await using asked = memory.copy(join(root, 'asked'));
        const told: ToldTask[] = [];
        for (const product of products)
          for (const task of product.tasks) {
            const folder = join(root, 'told', task.name);
            mkdirSync(folder, { recursive: true });
            writeRepository(folder, product, task);
            told.push(await toldOf(task, folder, join(root, 'calls.jsonl'), asked));
            for (const line of toldLines(told.at(-1)!, flags.show !== undefined)) print(line);
          }
        return toldFigures(told, print);
      }
      const player: Agent = flags.agent === 'scripted' ? scriptedAgent : commandAgent(flags.agent);
      const played: Played[] = [];
      for (const arm of arms)
        for (const product of products)
          for (const task of product.tasks) {
            const its = await given(arm, product, task);
            await using _ = its.memory;
            played.push(await play(its, player));
            const { corrections, memoryCalls, seconds } = played.at(-1)!;
            print(
              `${arm} ${task.product}/${task.name}: ${corrections} corrections, ${memoryCalls} memory calls, ${seconds} s`,
            );
          }
      if (flags.agent === 'scripted')
        print('A script stands in for the agent: this shows that the parts work together, nothing else.');
      return { agent: flags.agent, ...report(played, print) };
    } finally {
      if (!flags.export) rmSync(root, { recursive: true, force: true });
    }
  },
};

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

/** The products with the tasks that were named, or with all. */
const chosen = (products: readonly Product[], names: string | undefined): Product[] =>
  products
    .map((product) => ({
      ...product,
      tasks: product.tasks.filter(({ name }) => !names || names.split(',').includes(name)),
    }))
    .filter(({ tasks }) => tasks.length > 0);

/** The table by arm. */
function report(played: readonly Played[], print: (line: string) => void): Figures {
  const arms: Record<string, unknown> = {};
  print(
    '| arm | tasks | right at the first try | corrections a task | memory calls a task | tokens told a task | seconds a task |',
  );
  print('| --- | --- | --- | --- | --- | --- | --- |');
  for (const [arm, some] of Map.groupBy(played, (each) => each.arm)) {
    const mean = (of: (each: Played) => number) =>
      Math.round((100 * some.reduce((sum, each) => sum + of(each), 0)) / some.length) / 100;
    const figures = {
      tasks: some.length,
      firstTry: some.filter(({ corrections, isRight }) => isRight && corrections === 0).length,
      corrections: mean((each) => each.corrections),
      memoryCalls: mean((each) => each.memoryCalls),
      tokensTold: Math.round(mean((each) => each.tokensTold)),
      seconds: mean((each) => each.seconds),
    };
    arms[arm] = figures;
    print(`| ${[arm, ...Object.values(figures)].join(' | ')} |`);
  }
  return { arms, played };
}
