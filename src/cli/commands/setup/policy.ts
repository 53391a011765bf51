import type { Output } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { optionChoice, usage } from '../../usage.ts';
import { wrap } from '../../width.ts';

export const help = `
Usage: sqrl config policy [--path]
       sqrl config policy set RULE NUMBER
       sqrl config policy unset RULE

  --path    Print only the path of memory_policy.toml

A rule that is not in the file has its default. \`set\` and \`unset\` change one line and keep the rest; a wrong value is
refused and nothing is written.

Examples:
  $ sqrl config policy
  $ sqrl config policy set decay.guard.max_inactive_days 365
`;
export const options = { path: { type: 'boolean' } } as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('config policy', task.argv, options);
  const set = wanted(words);
  if (set && values.path)
    throw usage('--path cannot be used with set and unset.', 'Run `sqrl help config policy`.');
  await using client = await openMemory(task, { global: true });
  const output = await client.call('policy', { rules: !values.path, set });
  answer(task, output, () => {
    if (values.path) task.out.line(output.path);
    else if (set) tellChange(task, output, Object.keys(set)[0]!);
    else show(task, output);
  });
  return EXIT.done;
}

/** The rule to change and its new value; undefined if none is given. */
function wanted(words: readonly string[]): Record<string, number | null> | undefined {
  const [verb, ...rest] = words;
  if (verb === undefined) return undefined;
  if (optionChoice('config policy', verb, ['set', 'unset']) === 'unset')
    return { [positionalsOf('config policy unset', rest, { what: 'a rule', from: 1, to: 1 })[0]!]: null };
  const [rule, text] = positionalsOf('config policy set', rest, {
    what: 'a rule and a number',
    from: 2,
    to: 2,
  });
  const value = Number(text);
  if (!Number.isFinite(value) || text!.trim() === '')
    throw usage(`"${text}" is not a number.`, 'Run `sqrl config policy` for the rules and their values.');
  return { [rule!]: value };
}

function tellChange({ out }: CommandRun, { rules, path }: Output<'policy'>, changed: string): void {
  const rule = rules.find(({ key }) => key === changed);
  out.line(rule ? `${changed} = ${rule.value}` : `${changed} was removed.`);
  out.line(out.paint('dim', `In ${path}`));
}

function show({ out }: CommandRun, { path, exists, rules }: Output<'policy'>): void {
  for (const { key, value, default: usual, means } of rules) {
    const differs = usual === null ? ' (yours)' : value === usual ? '' : ` (default ${usual})`;
    out.line(`${out.paint('bold', key)} = ${value}${out.paint('yellow', differs)}`);
    for (const line of wrap(means.text, out.width - 4)) out.line(`    ${out.paint('dim', line)}`);
  }
  out.line(
    out.paint(
      'dim',
      exists
        ? `\nFrom ${path}`
        : `\nThese are the defaults. Run \`sqrl config policy set RULE NUMBER\` to write ${path}`,
    ),
  );
}
