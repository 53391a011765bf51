import { quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { flag, takes, text, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import { wrap } from '@sqrl/base/terminal/width.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { sendSoon } from './send-soon.ts';

const help = `
Usage: sqrl dispute ID "WHY"
       sqrl dispute ID --reply "TEXT"
       sqrl dispute ID --close
       sqrl dispute ID

  --reply TEXT   Answer without another dispute
  --close        Take your dispute back; as a maintainer, dismiss it

A disputed memory keeps four fifths of its confidence and is marked, for everybody, until it is reworded or the dispute is
closed. Its author and the maintainers find it in \`sqrl review\`. Without anything more it shows what was said.

Example:
  $ sqrl dispute 7k3f9x2m "Since May the tests run without Redis"
`;
const options = {
  reply: text,
  close: flag,
};

export const dispute = command('dispute', { help, options, words: takes('the id of a memory', 1, 2), run });

async function run(
  task: CommandRun,
  values: Values<typeof options>,
  [id, because]: string[],
): Promise<ExitCode> {
  if ([because, values.reply, values.close || undefined].filter((one) => one !== undefined).length > 1)
    throw usage('dispute takes a reason, --reply or --close, one of them.', 'Run `sqrl help dispute`.');
  const isSaid = because !== undefined || values.reply !== undefined || values.close;
  await using client = await openMemory(task, values);
  const output = await client.call('dispute', { id: id!, because, reply: values.reply, close: values.close });
  answer(task, output, () => {
    const { out, world } = task;
    out.line(
      `${output.memory.id}${output.disputed ? out.paint('yellow', ' disputed') : ''}: ${quotedFrom(output.memory, oneLine(output.memory.text))}`,
    );
    for (const { person, text, at, disputes } of output.comments) {
      const what = `${oneLine(person)}${disputes ? ' disputes it' : ''}, ${relativeTime(at, world.now())}`;
      out.line(`  ${out.paint('dim', what)}`);
      for (const line of wrap(visible(text), out.width - 4)) out.line(`    ${line}`);
    }
    if (output.comments.length === 0) task.err.line('No comments yet.');
  });
  if (isSaid) await sendSoon(task, client);
  return EXIT.done;
}
