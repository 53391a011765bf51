import { oneLine, visible } from '../../base/plain.ts';
import { PHASES } from '../../model/episode.ts';
import type { Output } from '../../protocol/verbs.ts';
import { argumentsOf, type Options } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { answer, filePath, openMemory, type Task } from '../task.ts';
import { numberOf, oneOf, usage } from '../usage.ts';

export const summary = 'Say what a colleague would before a task begins';
export const help = `
Usage: sqrl context TASK… [options]

  --for WHO        planner, coder or qa: what each of them needs instead
  --file PATH      A file at hand (repeatable)
  --phase PHASE    What the work is at, where its words do not tell: ${PHASES.join(', ')}
  --budget N       At most so many tokens (the phase's own; a coder's 32000, with the files)
  --contents       For a coder: with what the files say, as far as it fits
  --why            Show the reasons for each line, and what was left out

Tells what to watch out for, what was decided and required, how things are run here, which files are likely to be
needed and why, how such tasks went before, and what is unfinished. A planner gets calibrations, dead ends, what changes
together, outcomes and recipes; a coder at most 12 files and what is known of them; QA what it must do, errors that come
back and how it was seen to behave. Ends with 3 when nothing is known that helps.

Examples:
  $ sqrl context "add a retry to the payment client"
  $ sqrl context --for coder "the login test is flaky" --json
`;
export const options = {
  for: { type: 'string' },
  file: { type: 'string', multiple: true },
  phase: { type: 'string' },
  budget: { type: 'string' },
  contents: { type: 'boolean' },
  why: { type: 'boolean' },
} as const satisfies Options;

const ROLES = ['task', 'planner', 'coder', 'qa'] as const;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('context', task.argv, options);
  const said = words.join(' ');
  if (said.trim() === '') throw usage('context needs a task.', 'See `sqrl help context`.');
  const role = values.for === undefined ? 'task' : oneOf('--for', values.for, ROLES);
  if (values.contents && role !== 'coder')
    throw usage('Only a coder is given the contents of files.', 'Say --for coder as well.');
  const budget = numberOf('--budget', values.budget, { from: 1, to: 100_000, whole: true });
  const phase = values.phase === undefined ? undefined : oneOf('--phase', values.phase, PHASES);
  await using client = await openMemory(task, values);
  const output = await client.call('context', {
    task: said,
    for: role,
    ...(values.file && { files: values.file.map((file) => filePath(task, values, file)) }),
    ...(phase && { phase }),
    ...(budget !== undefined && { budget }),
    ...(values.contents && { contents: true }),
  });
  answer(task, output, () => show(task, output, values.why === true));
  return output.text === '' ? EXIT.nothing : EXIT.done;
}

function show({ out, err }: Task, context: Output<'context'>, why: boolean): void {
  const { text, sections, left, tokens, budget, phase } = context;
  if (text === '') {
    err.line('Nothing is known yet that helps with that.');
    err.line(
      err.paint('dim', '`sqrl ingest` reads what your agents have done; `sqrl graph index` the code.'),
    );
    return;
  }
  if (!why) {
    out.line(visible(text));
    return;
  }
  for (const { heading, lines } of sections) {
    out.line(out.paint('bold', heading));
    for (const line of lines) {
      out.line(`- ${oneLine(line.text)}`);
      for (const reason of line.why) out.line(out.paint('dim', `    ${oneLine(reason)}`));
    }
    out.line();
  }
  if (left.length > 0) out.line(out.paint('bold', 'Left out'));
  for (const { line, because } of left)
    out.line(`- ${oneLine(line.text).slice(0, 100)}\n    ${out.paint('dim', oneLine(because))}`);
  err.line(err.paint('dim', `Phase ${phase}: ${tokens} of ${budget} tokens.`));
}
