import { beginPause, type Pause } from '../../../base/pauses.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { pauseScope, untilWords } from '../../pause-scope.ts';
import { answer, type CommandRun } from '../../task.ts';
import { endTime } from '../../time.ts';

export const help = `
Usage: sqrl pause [--project [DIR]] [--for TIME]

  --project [DIR]  Only this project, or the one of DIR; without it, all projects
  --for TIME       A duration (30m, 2h, 3d) or a date; without it, until \`sqrl resume\`

While it is paused, hooks and tools give agents nothing, and what agents do is not read, not even later. Your own commands
work as always. To silence a single memory instead, use \`sqrl edit ID --mute\`.

Examples:
  $ sqrl pause --for 2h
  $ sqrl pause --project
`;
export const options = { project: { type: 'string' }, for: { type: 'string' } } as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { argv, home, projectIn } = pauseScope(task);
  const { values, words } = argumentsOf('pause', argv, options);
  positionalsOf('pause', words, { what: 'options', from: 0, to: 0 });
  const now = task.world.now();
  const project = await projectIn(values.project);
  const pause: Pause = {
    project: project?.id ?? null,
    from: now,
    until: values.for === undefined ? null : endTime('--for', values.for, now),
  };
  beginPause(home, pause);
  answer(task, { paused: pause, project: project ?? null }, () => {
    task.out.line(`Paused for ${project?.name ?? 'all projects'} ${untilWords(pause, now)}.`);
    task.out.line('Agents are told nothing, and nothing they do is captured. `sqrl resume` ends it.');
  });
  return EXIT.done;
}
