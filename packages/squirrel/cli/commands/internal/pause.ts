import { resolve } from 'node:path';
import { beginPause, endPauses, type Pause, pauseAt } from '@sqrl/base/pauses.ts';
import { refuseAgents } from '@sqrl/base/terminal/agents-shell.ts';
import { takes, text, until } from '@sqrl/base/terminal/arguments.ts';
import { localTime } from '@sqrl/base/terminal/time.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import { type Command, command } from '../../command.ts';
import { answer, type CommandRun } from '../../task.ts';

export const pause = withBareProject(
  command('pause', {
    help: `
Usage: sqrl pause [--project [DIR]] [--for TIME]

  --project [DIR]  Only this project, or the one of DIR; without it, all projects
  --for TIME       A duration (30m, 2h, 3d) or a date; without it, until \`sqrl resume\`

While it is paused, hooks and tools give agents nothing, and what agents do is not read, not even later. Your own commands
work as always. To silence a single memory instead, use \`sqrl edit ID --mute\`.

Examples:
  $ sqrl pause --for 2h
  $ sqrl pause --project
`,
    options: { project: text, for: until },
    words: takes('options', 0, 1),
    run: async (task, values, [extra]) => {
      if (extra !== undefined)
        throw usage(`pause: unexpected argument "${extra}".`, `Run \`sqrl pause --for ${extra}\`.`);
      refuseAgents(task, 'pause the memory');
      const now = task.world.now();
      const project = await projectOf(task, values.project);
      const pause: Pause = { project: project?.id ?? null, from: now, until: values.for ?? null };
      beginPause(task.world.machine.memory, pause);
      answer(task, { paused: pause, project: project ?? null }, () => {
        task.out.line(`Paused for ${project?.name ?? 'all projects'} ${untilWords(pause, now)}.`);
        task.out.line('Agents are told nothing, and nothing they do is captured. `sqrl resume` ends it.');
      });
    },
  }),
);

export const resume = withBareProject(
  command('resume', {
    help: `
Usage: sqrl resume [--project [DIR]]

  --project [DIR]  Only the pause of this project, or of that of DIR; without it, every pause

What agents did during the pause stays unread.

Example:
  $ sqrl resume
`,
    options: { project: text },
    run: async (task, values) => {
      refuseAgents(task, 'end a pause');
      const now = task.world.now();
      const project = await projectOf(task, values.project);
      const { ended, pauses } = endPauses(task.world.machine.memory, { project: project?.id, now });
      const still = pauseAt(pauses, project?.id ?? null, now);
      answer(task, { ended, paused: still ?? null }, () => {
        if (still)
          task.out.line(`All projects are still paused ${untilWords(still, now)}; run \`sqrl resume\`.`);
        else task.out.line(ended > 0 ? 'Resumed.' : 'Squirrel was not paused.');
      });
    },
  }),
);

/** `--project` needs no folder here: the current one is meant. */
function withBareProject(command: Command): Command {
  const run: Command['run'] = (task) => {
    const { argv } = task;
    const at = argv.indexOf('--project');
    const isBare = at >= 0 && (argv[at + 1] === undefined || argv[at + 1]!.startsWith('-'));
    return command.run(isBare ? { ...task, argv: argv.toSpliced(at, 1, '--project=.') } : task);
  };
  return { ...command, run };
}

/** The project of a folder where one was named; else all are meant. */
const projectOf = async ({ world }: CommandRun, folder: string | undefined) =>
  folder === undefined ? undefined : world.projectAt(resolve(world.cwd, folder));

export const untilWords = ({ until }: Pause, now: number): string => {
  if (until === null) return 'until `sqrl resume`';
  const [day, time] = localTime(until).split(' ');
  return `until ${day === localTime(now).split(' ')[0] ? time : `${day} ${time}`}`;
};
