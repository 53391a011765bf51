import type { Output } from '../../protocol/verbs.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { answer, openMemory, type Task } from '../task.ts';
import { oneOf, usage } from '../usage.ts';
import { wrap } from '../width.ts';

export const summary = 'Show when memories are promoted, put away and forgotten';
export const help = `
Usage: sqrl policy [--init | --path]
       sqrl policy set RULE NUMBER
       sqrl policy unset RULE

  --init    Write memory_policy.toml with the defaults and what they mean, where there is none
  --path    Say only where that file is, or would be

A rule that is not in the file has its default; one that is wrong is told with its line. \`set\` and \`unset\` change one
line and leave the rest; what would be wrong is refused, and nothing is written.

Examples:
  $ sqrl policy
  $ sqrl policy set decay.guard.max_inactive_days 365
  $ sqrl policy --init && $EDITOR "$(sqrl policy --path)"
`;
export const options = { init: { type: 'boolean' }, path: { type: 'boolean' } } as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('policy', task.argv, options);
  if (values.init && values.path)
    throw usage('--init and --path exclude each other.', 'See `sqrl help policy`.');
  const set = wanted(words);
  if (set && (values.init || values.path))
    throw usage('--init and --path go without set and unset.', 'See `sqrl help policy`.');
  await using client = await openMemory(task, { global: true });
  const output = await client.call('policy', { init: values.init === true, rules: !values.path, set });
  answer(task, output, () => {
    if (values.path) task.out.line(output.path);
    else if (set) tellChange(task, output, Object.keys(set)[0]!);
    else if (output.written) task.out.line(`Written: ${output.path}`);
    else if (values.init) task.out.line(`It is there already: ${output.path}`);
    else show(task, output);
  });
  return EXIT.done;
}

/** The rule to change and to what; undefined where none is. */
function wanted(words: readonly string[]): Record<string, number | null> | undefined {
  const [verb, ...rest] = words;
  if (verb === undefined) return undefined;
  if (oneOf('policy', verb, ['set', 'unset']) === 'unset')
    return { [wordsOf('policy unset', rest, { what: 'a rule', from: 1, to: 1 })[0]!]: null };
  const [rule, text] = wordsOf('policy set', rest, { what: 'a rule and a number', from: 2, to: 2 });
  const value = Number(text);
  if (!Number.isFinite(value) || text!.trim() === '')
    throw usage(`"${text}" is no number.`, 'See `sqrl policy` for the rules and what they are now.');
  return { [rule!]: value };
}

function tellChange({ out }: Task, { rules, path }: Output<'policy'>, changed: string): void {
  const rule = rules.find(({ key }) => key === changed);
  out.line(rule ? `${changed} = ${rule.value}` : `${changed} is gone.`);
  out.line(out.paint('dim', `In ${path}`));
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
