import { filesOf, type MadeProject } from './projects.ts';
import type { Random } from './random.ts';

/** One step of a made session, whatever client it is logged by. */
export type Turn =
  | { say: string }
  | { reply: string }
  | { run: string; output: string; fails?: boolean }
  | { use: string; output: string }
  | { edit: string }
  | { read: string };

/** What a person asked for in a session, and all that happened then. */
export interface Script {
  task: string;
  turns: Turn[];
}

/** Makes up a session. One that is told what is known spares itself the failure that everybody runs into. */
export function scriptOf(project: MadeProject, random: Random, { told }: { told: boolean }): Script {
  const files = filesOf(project);
  const { module, noun } = random.pick(files);
  const near = files.filter((file) => file.module === module);
  const mine = near.filter((file) => file.noun === noun).map(({ path }) => path);
  const task = random.pick(TASKS)(module, noun);
  const turns: Turn[] = [{ say: task }, { reply: `I will look at how the ${noun} is handled in ${module}.` }];
  for (const { path } of random.some(near, random.int(1, 4))) turns.push({ read: path });
  for (const path of mine) turns.push({ read: path });
  turns.push({ edit: mine[0]! });
  const { test, failure } = project;
  if (random.chance(told ? 0.15 : 0.8)) {
    turns.push({ run: failure.tried, output: failure.says, fails: true });
    if (random.chance(told ? 0.1 : 0.4))
      turns.push({ run: failure.tried, output: failure.says, fails: true });
    turns.push({ reply: 'That does not exist here; I will try the other way.' });
  }
  turns.push({ run: failure.instead, output: 'No problems found.' });
  turns.push({ run: test, output: 'All tests passed (42)' });
  if (random.chance(0.25)) {
    const says = `AssertionError: expected ${noun} to be 3, got ${random.int(4, 9)}\n    at ${mine[1]}:${random.int(3, 30)}`;
    turns.push({ run: test, output: says, fails: true }, { edit: mine[1]! });
    if (random.chance(0.5)) turns.push({ say: random.pick(ANNOYED) }, { edit: mine[1]! });
    turns.push({ run: test, output: 'All tests passed (43)' });
  }
  if (random.chance(0.45))
    turns.push({ say: random.pick(project.rules) }, { reply: 'Understood, I will keep to that.' });
  if (random.chance(0.3)) turns.push({ edit: random.pick(near).path });
  turns.push({ reply: `Done: the ${noun} in ${module} now behaves as you asked, and the tests pass.` });
  return { task, turns };
}

const TASKS: readonly ((module: string, noun: string) => string)[] = [
  (module, noun) => `Please fix the ${noun} in ${module}: it is wrong when the list is empty.`,
  (module, noun) => `Add a limit to the ${noun} of ${module} and test it.`,
  (module, noun) => `The ${noun} page of ${module} is slow, make it faster.`,
  (module, noun) => `Rename what ${module} calls ${noun} so that it says what it is.`,
  (module, noun) => `Why does the ${noun} fail on Mondays? Have a look at ${module} and mend it.`,
  (module, noun) => `Write the missing tests for ${noun} in ${module}.`,
];

const ANNOYED = [
  'That is still wrong!! It fails exactly as before.',
  'No. You broke it again, please read the error before you change anything.',
  'This is the third time. Stop guessing.',
];
