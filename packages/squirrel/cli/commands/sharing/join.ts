import { oneLine } from '@sqrl/base/plain.ts';
import { takes, type Values } from '@sqrl/base/terminal/arguments.ts';
import type { ExitCode } from '@sqrl/base/terminal/exit.ts';
import { command } from '../../command.ts';
import { type CommandRun, tell } from '../../task.ts';

const help = `
Usage: sqrl join CODE

Joins a team of the hub that this machine is logged in at, with the code that \`sqrl team invite\` printed there. On a
machine that is not logged in: \`sqrl login URL CODE\`.

Examples:
  $ sqrl join K7QF2-M9XAB
`;
const options = {};

export const join = command('join', { help, options, words: takes('the code of an invitation', 1, 1), run });

function run(task: CommandRun, values: Values<typeof options>, [code]: string[]): Promise<ExitCode> {
  return tell(task, { ...values, global: true }, ['teamJoin', { code: code! }], ({ space: joined }) => {
    const { kind, name, role } = joined;
    const space = kind === 'project' ? 'project' : oneLine(name);
    task.out.line(`You are in ${kind} ${oneLine(name)}: ${role}.`);
    task.out.line(
      `\`sqrl sync\` brings what it shares; \`sqrl team brief ${space}\` shows what to know first.`,
    );
  });
}
