import type { Memory } from '@sqrl/base/model/memory.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { flags, positionalsOf, takes } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { agrees } from '@sqrl/base/terminal/program.ts';
import { memoryCount } from '@sqrl/base/terminal/size.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import { cutToWidth } from '@sqrl/base/terminal/width.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, declines, openMemory } from '../../task.ts';
import { HISTORY_KEEPS } from '../sharing/share.ts';

export const forget = command('forget', {
  help: `
Usage: sqrl forget ID… [--yes]
       sqrl forget ID… --everywhere [--yes]
       sqrl forget --all [--global | --everything] [--yes]

  --all          Everything of this project: memories, copies, logs and search index
  --global       With --all: your global memory, shared by all projects, instead of the project's
  --everything   With --all: this project's memory and your global memory
  --everywhere   Erase a memory that a hub carries for everybody, now, and list the devices that do not know yet
  --yes          Do not ask; required without a terminal

Deleted memories cannot be restored, except from a backup file of yours. To mark a memory as wrong, so that it is not
learned again, use \`sqrl review --reject ID\`. --everywhere is for its author and for owners of the space; asked again, it
says which devices have not been told since. Older backups of the hub keep the text for 30 days. Exits with status 3 if a memory does not exist.

Examples:
  $ sqrl forget 7k3f9x2m
  $ sqrl forget --all --yes
`,
  options: {
    ...flags('all', 'global', 'everything', 'everywhere', 'yes'),
  },
  words: takes('words', 0, Number.POSITIVE_INFINITY),
  apart: [
    ['all', 'everywhere'],
    ['global', 'everything'],
  ],
  needs: { global: 'all', everything: 'all' },
  run: async (task, values, words) => {
    if (values.all) {
      if (words.length > 0) throw usage('forget takes ids or --all, not both.', 'Run `sqrl help forget`.');
      const of = values.everything ? 'both' : values.global ? 'user' : 'project';
      return confirmAndForgetAll(task, { of, project: values.project, yes: values.yes === true });
    }
    const ids = positionalsOf('forget', words, {
      what: 'the ids of memories, or --all',
      from: 1,
      to: Number.POSITIVE_INFINITY,
    });

    await using client = await openMemory(task, values);
    if (values.everywhere) return await eraseEverywhere(task, client, { ids, yes: values.yes === true });
    if (!values.yes && task.world.stdin.isTTY && !task.json)
      for (const id of ids) showDoomed(task, await client.call('get', { id }));
    const what = ids.length === 1 ? 'this memory' : `these ${ids.length} memories`;
    if (await declines(task, values.yes, `Delete ${what} permanently? [y/N]`, 'Nothing was deleted.'))
      return EXIT.problem;
    const output = await client.call('forget', { ids });
    const { ended = [], endedAtHub = [], hidden = [] } = output;
    answer(task, output, () => {
      task.out.line(`Deleted ${memoryCount(output.forgotten.length)}.`);
      if (ended.length > 0) {
        task.out.line(
          `Shared: ${ended.join(', ')}. Run \`sqrl sync\` to take it out of the shared file too.`,
        );
        task.out.line(HISTORY_KEEPS);
      }
      if (endedAtHub.length > 0)
        task.out.line(
          `Shared at the hub: ${endedAtHub.join(', ')}. It ends there too, for everybody, with the next sync.`,
        );
      if (hidden.length > 0)
        task.out.line(`Others share ${hidden.join(', ')}: it is not read again here, and stays with them.`);
    });
  },
});

async function eraseEverywhere(
  task: CommandRun,
  client: VerbClient,
  { ids, yes }: { ids: string[]; yes: boolean },
): Promise<ExitCode> {
  const question = `Erase ${memoryCount(ids.length)} for everybody, at the hub and on all devices? [y/N]`;
  if (await declines(task, yes, question, 'Nothing was erased.')) return EXIT.problem;
  const output = await client.call('hubErase', { ids });
  answer(task, output, () => {
    for (const { id, space, unseen } of output.erased) {
      task.out.line(`Erased ${id} in ${oneLine(space)}.`);
      if (unseen.length === 0) task.out.line('  Every device has been told.');
      for (const { name, person, seenAt } of unseen) {
        const seen = seenAt === null ? 'never seen' : `last seen ${task.ago(seenAt)}`;
        task.out.line(`  Not told yet: ${oneLine(name)} of ${oneLine(person.name)}, ${seen}`);
      }
    }
    task.out.line('Older backups of the hub keep the text until they are deleted.');
  });
  return EXIT.done;
}

const showDoomed = (task: CommandRun, memory: Memory) =>
  task.err.line(
    `${task.err.dim(memory.id)} ${cutToWidth(oneLine(memory.text), task.err.width - memory.id.length - 1)}`,
  );

interface Erasure {
  of: 'project' | 'user' | 'both';
  project: string | undefined;
  yes: boolean;
}

async function confirmAndForgetAll(task: CommandRun, { of, project, yes }: Erasure): Promise<ExitCode> {
  await using client = await openMemory(task, { project, global: of === 'user' });
  if (!yes) {
    const stats = await client.call('stats', {});
    const wanted = (of === 'project' && stats.project?.name) || 'erase';
    if (task.world.stdin.isTTY && !task.json) describe(task, of, stats);
    if (!(await agrees(task, `Type ${task.err.bold(wanted)} to continue:`, wanted))) {
      task.err.line('Nothing was deleted.');
      return EXIT.problem;
    }
  }
  const output = await client.call('forgetAll', { of });
  answer(task, output, () =>
    task.out.line(`Deleted ${memoryCount(output.forgotten)}, with all copies and logs of them.`),
  );
  return EXIT.done;
}

function describe({ err }: CommandRun, of: Erasure['of'], stats: Output<'stats'>): void {
  const global = stats.byScope.global ?? 0;
  const ofProject = `in the project ${oneLine(stats.project?.name ?? 'here')} (${memoryCount(stats.memories - global)})`;
  const ofUser = (number: number) => `in your global memory, shared by all projects (${memoryCount(number)})`;
  // With --global no project is open, so all counted memories are the user's.
  const what = {
    project: ofProject,
    user: ofUser(stats.memories),
    both: `${ofProject} and ${ofUser(global)}`,
  }[of];
  err.line(err.paint('red', `This deletes everything ${what}:`));
  err.line(
    'the memories, their history, the search index, the copies, the lines in the daily logs, ' +
      "and the events read from the agents' sessions. Their logs are kept, but not read again.",
  );
  err.line('Only a backup file that you made yourself can restore it.');
}
