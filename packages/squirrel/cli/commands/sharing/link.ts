import { oneLine } from '@sqrl/base/plain.ts';
import { flag, takes, text, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { agrees } from '@sqrl/base/terminal/program.ts';
import { memoryCount } from '@sqrl/base/terminal/size.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

const help = `
Usage: sqrl link [NAME] [--new | --to ID] [--auto | --no-auto]

  --new       Make a new space for this project
  --to ID     Link it with that space, for a fork or a renamed repository
  --auto      Share what you say or confirm in this project, from now on
  --no-auto   Share only what \`sqrl share ID --to project\` names (the default)

A repository with the same remote is the same project. Without a remote, NAME says which project it is. The hub gets the
remote's host and path (no user or password), and no path of this machine. Projects that you do not link stay unknown to it.

Examples:
  $ sqrl link
  $ sqrl link --new --auto
`;
const options = {
  new: flag,
  to: text,
  auto: flag,
  'no-auto': flag,
};

export const link = command('link', { help, options, words: takes('a name', 0, 1), run });

async function run(task: CommandRun, values: Values<typeof options>, [name]: string[]): Promise<ExitCode> {
  if (values.new && values.to !== undefined)
    throw usage('--new and --to cannot be combined.', 'Run `sqrl help link`.');
  if (values.auto && values['no-auto'])
    throw usage('--auto and --no-auto cannot be combined.', 'Run `sqrl help link`.');
  await using client = await openMemory(task, values);
  const wish = {
    name,
    space: values.to,
    ...(values['no-auto'] && { auto: false }),
  };
  let done = await client.call('hubLink', { ...wish, ...(values.new && { create: true }) });
  if (done.status === 'ask') {
    showCandidates(task, done);
    const mayMake = done.candidates.length === 0 && task.world.stdin.isTTY && !task.json;
    if (!mayMake || !(await agrees(task, 'Make a new space for this project? [y/N]'))) {
      answer(task, done, () => task.err.line('Not linked. Use --new for a new space, or --to ID.'));
      return EXIT.nothing;
    }
    done = await client.call('hubLink', { ...wish, create: true });
  }
  if (values.auto) done = await client.call('hubLink', { auto: true });
  answer(task, done, () => {
    task.out.line(
      `Linked with ${oneLine(done.space!.name)}${done.created ? ', a new space' : ''} (${done.space!.role}).`,
    );
    task.out.line(
      done.auto
        ? `${memoryCount(done.worth)} of this project, and those you say or confirm from now on, are shared: \`sqrl sync\`.`
        : '`sqrl share ID --to project` shares a memory; `sqrl link --auto` all that you say or confirm.',
    );
  });
  return EXIT.done;
}

function showCandidates({ err }: CommandRun, { candidates }: Output<'hubLink'>): void {
  if (candidates.length === 0) err.line('The hub has no project with this remote.');
  else err.line('Projects that this may be, by its first commit or because a maintainer named its remote:');
  for (const { id, name, remotes } of candidates)
    err.line(`  ${oneLine(id)}  ${oneLine(name)}  ${oneLine(remotes.join(', '))}`);
}
