import { resolve } from 'node:path';
import { beginPause, endPauses, type Pause, pauseAt } from '@sqrl/base/pauses.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { refuseAgents } from '@sqrl/base/terminal/agents-shell.ts';
import { takes, text, until } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import { type Command, command } from '../../command.ts';
import { untilWords } from '../../pause-words.ts';
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
      const { home, project } = await scopeOf(task, values.project);
      const pause: Pause = { project: project?.id ?? null, from: now, until: values.for ?? null };
      beginPause(home, pause);
      answer(task, { paused: pause, project: project ?? null }, () => {
        task.out.line(`Paused for ${project?.name ?? 'all projects'} ${untilWords(pause, now)}.`);
        task.out.line('Agents are told nothing, and nothing they do is captured. `sqrl resume` ends it.');
      });
      return EXIT.done;
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
      const { home, project } = await scopeOf(task, values.project);
      const { ended, pauses } = endPauses(home, { project: project?.id, now });
      const still = pauseAt(pauses, project?.id ?? null, now);
      answer(task, { ended, paused: still ?? null }, () => {
        if (still)
          task.out.line(`All projects are still paused ${untilWords(still, now)}; run \`sqrl resume\`.`);
        else task.out.line(ended > 0 ? 'Resumed.' : 'Squirrel was not paused.');
      });
      return EXIT.done;
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

/** The home, and the project of a folder where one was named; else all are meant. */
async function scopeOf({ world }: CommandRun, folder: string | undefined) {
  const { machine, projectAt, cwd } = world;
  if (!machine || !projectAt) throw new Problem('Only the installed program can be paused.', '', 'usage');
  return {
    home: machine.memory,
    project: folder === undefined ? undefined : await projectAt(resolve(cwd, folder)),
  };
}
