import { oneLine } from '@sqrl/base/plain.ts';
import { takes, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

const help = `
Usage: sqrl join CODE

Joins a team of the hub that this machine is logged in at, with the code that \`sqrl team invite\` printed there. On a
machine that is not logged in: \`sqrl login URL CODE\`.

Examples:
  $ sqrl join K7QF2-M9XAB
`;
const options = {};

export const join = command('join', { help, options, words: takes('the code of an invitation', 1, 1), run });

async function run(task: CommandRun, values: Values<typeof options>, [code]: string[]): Promise<ExitCode> {
  await using client = await openMemory(task, { ...values, global: true });
  const output = await client.call('teamJoin', { code: code! });
  answer(task, output, () => {
    const { kind, name, role } = output.space;
    const space = kind === 'project' ? 'project' : oneLine(name);
    task.out.line(`You are in ${kind} ${oneLine(name)}: ${role}.`);
    task.out.line(
      `\`sqrl sync\` brings what it shares; \`sqrl team brief ${space}\` shows what to know first.`,
    );
  });
  return EXIT.done;
}
