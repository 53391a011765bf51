import type { Output } from '../../protocol/verbs.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { answer, openMemory, type Task } from '../task.ts';
import { usage } from '../usage.ts';
import { wrap } from '../width.ts';

export const summary = 'Show when memories are promoted, put away and forgotten';
export const help = `
Usage: sqrl policy [--init | --path]

  --init    Write memory_policy.toml with the defaults and what they mean, where there is none
  --path    Say only where that file is, or would be

A rule that is not in the file has its default; one that is wrong is told with its line.

Examples:
  $ sqrl policy
  $ sqrl policy --init && $EDITOR "$(sqrl policy --path)"
`;
export const options = { init: { type: 'boolean' }, path: { type: 'boolean' } } as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('policy', task.argv, options);
  wordsOf('policy', words, { what: 'options', from: 0, to: 0 });
  if (values.init && values.path)
    throw usage('--init and --path exclude each other.', 'See `sqrl help policy`.');
  await using client = await openMemory(task, { global: true });
  const output = await client.call('policy', { init: values.init === true, rules: !values.path });
  answer(task, output, () => {
    if (values.path) task.out.line(output.path);
    else if (output.written) task.out.line(`Written: ${output.path}`);
    else if (values.init) task.out.line(`It is there already: ${output.path}`);
    else show(task, output);
  });
  return EXIT.done;
}

function show({ out }: Task, { path, exists, rules }: Output<'policy'>): void {
  for (const { key, value, default: usual, means } of rules) {
    const differs = usual === null ? ' (yours)' : value === usual ? '' : ` (default ${usual})`;
    out.line(`${out.paint('bold', key)} = ${value}${out.paint('yellow', differs)}`);
    for (const line of wrap(means, out.width - 4)) out.line(`    ${out.paint('dim', line)}`);
  }
  out.line(
    out.paint(
      'dim',
      exists ? `\nFrom ${path}` : `\nThese are the defaults. \`sqrl policy --init\` writes ${path}`,
    ),
  );
}
