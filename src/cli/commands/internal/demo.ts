import { setTimeout } from 'node:timers/promises';
import type { WireNotice } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { type DemoHistory, readPast } from '../../demo/history.ts';
import {
  showAsked,
  showAsking,
  showNext,
  showPast,
  showRepeated,
  showStored,
  showTitle,
} from '../../demo/scenes.ts';
import { askQuestions, type DemoQuestion, repeatOne, storeSample } from '../../demo/story.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { answer, type CommandRun, watched } from '../../task.ts';
import type { TerminalOutput } from '../../terminal.ts';

export const help = `
Usage: sqrl demo

Reads four bundled sessions of an agent, shows what is learned from them and what the next agent is told, stores a
sample, asks questions in other words, shows the hits and their reasons, and removes the temporary memory. Your own
memory is not touched. The questions were chosen from those it answers well; ranks, reasons and times are computed on
your machine.

Example:
  $ sqrl demo
`;
export const options = {} as const satisfies Options;

// Long enough to read along; skipped without a terminal.
const PAUSE_MS = 500;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { words } = argumentsOf('demo', task.argv, options);
  positionalsOf('demo', words, { what: 'options', from: 0, to: 0 });
  const stage = task.json ? nowhere : task.out;
  const breathe = async () => {
    if (stage.isTerminal) await setTimeout(PAUSE_MS, undefined, { signal: task.signal });
  };

  showTitle(stage);
  const past = await learnedFromPast(task);
  showPast(stage, past);
  await breathe();

  await using client = watched(task, await task.world.openDemo());
  const stored = await storeSample(client);
  showStored(stage, stored);
  await breathe();

  showAsking(stage);
  const asked: DemoQuestion[] = [];
  for await (const one of askQuestions(client)) {
    asked.push(one);
    showAsked(stage, one, task.world.now());
    await breathe();
  }

  const repeated = await repeatOne(client);
  showRepeated(stage, repeated);
  await client.close();
  showNext(stage);
  answer(task, { past, stored, asked, repeated, notices: noticesOf([stored, ...asked]) }, () => {});
  return EXIT.done;
}

/** In a memory of its own: what is stored afterwards has nothing to do with it. */
async function learnedFromPast(task: CommandRun): Promise<DemoHistory> {
  const { samples, now, openDemo } = task.world;
  const demo = await openDemo();
  await using client = watched(task, demo);
  return await readPast(client, { samples, folder: demo.folder, now: now() });
}

/** Where the show goes when only its JSON is wanted. */
const nowhere: TerminalOutput = {
  isTerminal: false,
  width: 80,
  line() {},
  write() {},
  paint: (_, text) => text,
};

const noticesOf = (steps: { notices: WireNotice[] }[]) => [
  ...new Map(steps.flatMap(({ notices }) => notices).map((notice) => [notice.message, notice])).values(),
];
