import { oneLine } from '@sqrl/base/plain.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun, memoryCount } from '@sqrl/base/terminal/size.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

/** `sqrl doctor reembed`: embeds memories, then the passages of conversations, with the model of the settings. */
export async function reembed(task: CommandRun, place: { project?: string | undefined }): Promise<ExitCode> {
  await using client = await openMemory(task, place);
  const output = await client.call('reembed', {});
  const { passages } = output;
  answer(task, output, () => {
    const all = memoryCount(output.total);
    task.out.line(`Embedded ${output.embedded} of ${all} with ${oneLine(output.embedder)}.`);
    if (passages.total > 0)
      task.out.line(
        `Embedded ${grouped(passages.embedded)} of ${countNoun(passages.total, 'passage')} of conversations.`,
      );
  });
  const isComplete = output.embedded === output.total && passages.embedded === passages.total;
  return isComplete ? EXIT.done : EXIT.problem;
}
