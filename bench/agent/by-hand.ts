import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopDaemonOf } from '@sqrl/squirrel/daemon/control.ts';
import { callTool, listTools } from './memory.ts';
import { ARMS, type Arm, filesBeside, MAX_CORRECTIONS, memoryUsed, type Played } from './play.ts';
import { review } from './repository.ts';
import type { AgentTask, Product } from './tasks.ts';

type Print = (line: string) => void;

/** What a player did with an exported task. */
interface Move {
  at: string;
  arm: Arm;
  task: string;
  did: 'begin' | 'hand-in';
  /** What the reviewer returned; null where it accepted the work. */
  returned?: string | null;
}

/** Writes `play`, the one command that a player needs, into the folder of exported tasks. */
export function writePlayScript(root: string): void {
  const run = [process.execPath, ...process.execArgv, fileURLToPath(new URL('../run.ts', import.meta.url))];
  const script = join(root, 'play');
  writeFileSync(
    script,
    `#!/bin/sh\nexec ${run.map((word) => `'${word}'`).join(' ')} agent --play "\${1:-task}" --in "$PWD" \${2+--input "$2"}\n`,
  );
  chmodSync(script, 0o755);
}

/**
 * Does what a player asks for in the folder of an exported task: `task` prints what the agent is told, `hand-in` has the work reviewed, any other
 * word is a tool of the memory.
 */
export async function playByHand(
  word: string,
  folder: string,
  input: string | undefined,
  products: readonly Product[],
  print: Print,
): Promise<undefined> {
  const task = products.flatMap(({ tasks }) => tasks).find((each) => basename(folder) === exportedName(each));
  if (!task) return print(`${folder} is not the folder of a task.`) as undefined;
  const arm = basename(dirname(folder)) as Arm;
  const root = dirname(dirname(folder));
  const { mcp, prompt, memory } = filesBeside(folder);
  const note = (move: Pick<Move, 'did' | 'returned'>) => {
    const whole: Move = { at: new Date().toISOString(), arm, task: exportedName(task), ...move };
    appendFileSync(join(root, MOVES), `${JSON.stringify(whole)}\n`);
  };
  const server = JSON.parse(readFileSync(mcp, 'utf8')).mcpServers.squirrel;
  if (word === 'task') {
    note({ did: 'begin' });
    print(readFileSync(prompt, 'utf8'));
    print(`To hand in: \`${join(root, 'play')} hand-in\` in this folder.`);
    if (server)
      print(
        `You have tools, each called with \`${join(root, 'play')} TOOL 'JSON'\`:\n\n${await listTools(server)}`,
      );
  } else if (word === 'hand-in') {
    const before = movesIn(root).filter((move) => isHandIn(move, arm, task));
    if (isOver(before)) return print(OVER) as undefined;
    const returned = review(folder, task) ?? null;
    note({ did: 'hand-in', returned });
    print(returned === null ? 'Accepted.' : `Returned:\n${returned}`);
    if (!isOver([...before, { returned }])) return;
    print(OVER);
    await stopDaemonOf(join(memory, 'home'));
  } else if (server) print(await callTool(server, word, JSON.parse(input ?? '{}')));
  else print('There are no tools in this task.');
}

/** Said when a task takes no more hand-ins. */
export const OVER = 'This task is over.';

const MOVES = '.bench/moves.jsonl';

const exportedName = ({ product, name }: AgentTask): string => `${product}-${name}`;

const isHandIn = (move: Move, arm: Arm, task: AgentTask): boolean =>
  move.did === 'hand-in' && move.arm === arm && move.task === exportedName(task);

/** Accepted, or returned as often as a task may be. */
const isOver = (handIns: readonly Pick<Move, 'returned'>[]): boolean =>
  handIns.length > MAX_CORRECTIONS || handIns.some(({ returned }) => returned === null);

const movesIn = (root: string): Move[] =>
  existsSync(join(root, MOVES))
    ? readFileSync(join(root, MOVES), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/** What came of exported tasks; those that are not over are named and do not count. */
export function judged(root: string, products: readonly Product[], print: Print): Played[] {
  const moves = movesIn(root);
  return Object.keys(ARMS).flatMap((arm) =>
    products.flatMap(({ tasks }) =>
      tasks.flatMap((task) => {
        const handIns = moves.filter((move) => isHandIn(move, arm as Arm, task));
        const begun = moves.find(
          ({ task: name, ...move }) => move.arm === arm && name === exportedName(task),
        );
        if (begun && !isOver(handIns)) print(`Not over: ${arm} ${exportedName(task)}`);
        if (!begun || !isOver(handIns)) return [];
        const isRight = handIns.at(-1)!.returned === null;
        const { prompt, calls } = filesBeside(join(root, arm, exportedName(task)));
        const given = readFileSync(prompt, 'utf8');
        return {
          ...{ task: exportedName(task), arm: arm as Arm, isRight, corrections: handIns.length - 1 },
          ...memoryUsed({ told: given.slice(0, given.indexOf(task.prompt)).trim(), calls }),
          seconds: Math.round((Date.parse(handIns.at(-1)!.at) - Date.parse(begun.at)) / 1000),
        };
      }),
    ),
  );
}
