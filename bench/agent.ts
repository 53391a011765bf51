import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callTool, listTools, openMemory } from './agent/memory.ts';
import {
  type Agent,
  ARMS,
  type Arm,
  commandAgent,
  give,
  MAX_CORRECTIONS,
  memoryUsed,
  type Played,
  play,
  scriptedAgent,
} from './agent/play.ts';
import { review, writeRepository } from './agent/repository.ts';
import { type AgentTask, type Product, readProducts } from './agent/tasks.ts';
import { type ToldTask, toldFigures, toldLines, toldOf } from './agent/told.ts';
import type { Bench, Figures } from './bench.ts';

/** Does memory help an agent whose task needs a rule that was decided in an earlier conversation? See docs/PROOF.md. */
export const agent: Bench = {
  summary: `Tasks whose rule was decided in a past conversation: what memory tells of it; with an agent, its corrections by arm
             [--agent 'COMMAND {prompt} {mcp}' | scripted] [--arms none,hook,tools,both] [--tasks a,b] [--client NAME]
             [--show] [--dist FOLDER]
             [--export DIR] writes the tasks for an agent that is played by hand, with --call TOOL --in FOLDER --input JSON,
             --hand-in FOLDER and --judge DIR`,
  async run({ flags, print }) {
    const products = chosen(readProducts(), flags.tasks);
    if (flags['hand-in']) return handIn(resolve(flags['hand-in']), products, print);
    if (flags.call) return { answer: await called(flags.call, flags, print) };
    if (flags.judge) return report(judged(resolve(flags.judge), products), print);
    const dist = flags.dist ?? DIST;
    const programs = { sqrl: join(dist, 'squirrel/sqrl.js'), hook: join(dist, 'squirrel/hooks/hook.js') };
    if (!existsSync(programs.hook)) {
      print('agent: skipped, needs a build. Run `npm run build` first.');
      return undefined;
    }
    const root = flags.export ? resolve(flags.export) : mkdtempSync(join(tmpdir(), 'sqrl-bench-agent-'));
    try {
      const memory = await openMemory(join(root, 'memory'), products, programs);
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

/** Calls a tool of the memory for an exported task that has it; `tools` lists them, with what the server says of them. */
async function called(
  tool: string,
  flags: Record<string, string>,
  print: (line: string) => void,
): Promise<string> {
  const { mcpServers } = JSON.parse(readFileSync(`${resolve(flags.in ?? '.')}.mcp.json`, 'utf8'));
  if (!mcpServers.squirrel) throw new Error(`${flags.in} has no tools of the memory.`);
  const answer =
    tool === 'tools'
      ? await listTools(mcpServers.squirrel)
      : await callTool(mcpServers.squirrel, tool, JSON.parse(flags.input ?? '{}'));
  print(answer);
  return answer;
}

/** A hand-in of an exported task. */
interface HandIn {
  arm: Arm;
  task: string;
  returned: string | null;
}

const handInsOf = (root: string): HandIn[] =>
  existsSync(join(root, HAND_INS))
    ? readFileSync(join(root, HAND_INS), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

const HAND_INS = 'hand-ins.jsonl';

/** Reviews an exported task, `DIR/ARM/TASK`; prints what fails first, and notes the hand-in. */
function handIn(
  folder: string,
  products: readonly Product[],
  print: (line: string) => void,
): Figures | undefined {
  const task = products.flatMap(({ tasks }) => tasks).find((each) => basename(folder) === exportedName(each));
  if (!task) {
    print(`agent: skipped, ${folder} is not an exported task.`);
    return undefined;
  }
  const returned = review(folder, task) ?? null;
  const arm = basename(dirname(folder)) as Arm;
  const root = dirname(dirname(folder));
  appendFileSync(join(root, HAND_INS), `${JSON.stringify({ arm, task: exportedName(task), returned })}\n`);
  print(returned === null ? 'Accepted.' : `Returned:\n${returned}`);
  return { returned };
}

const exportedName = ({ product, name }: AgentTask): string => `${product}-${name}`;

/** What came of exported tasks, by the hand-ins that were noted. */
const judged = (root: string, products: readonly Product[]): Played[] => {
  const names = new Set(products.flatMap(({ tasks }) => tasks.map(exportedName)));
  const own = handInsOf(root).filter(({ task }) => names.has(task));
  return [...Map.groupBy(own, ({ arm, task }) => `${arm}/${task}`).values()].map((some) => {
    const { arm, task } = some[0]!;
    const accepted = some.findIndex(({ returned }) => returned === null);
    const prefix = join(root, arm, task);
    const prompt = readFileSync(`${prefix}.prompt.md`, 'utf8');
    const its = products.flatMap(({ tasks }) => tasks).find((each) => exportedName(each) === task)!;
    const told = prompt.slice(0, prompt.indexOf(its.prompt)).trim();
    return {
      ...{ arm, task, isRight: accepted >= 0, seconds: 0 },
      corrections: accepted >= 0 ? accepted : Math.min(some.length, MAX_CORRECTIONS),
      ...memoryUsed({ told, calls: `${prefix}.calls.jsonl` }),
    };
  });
};
