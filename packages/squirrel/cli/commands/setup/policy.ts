import { type flag, positionalsOf, takes } from '@sqrl/base/terminal/arguments.ts';
import { optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import { wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../../../protocol/verbs.ts';
import type { Form } from '../../command.ts';
import { type CommandRun, tell } from '../../task.ts';

/** `sqrl config policy`: when memories are promoted, archived and deleted. */
export const policy: Form<{ path: typeof flag }> = {
  words: takes('set or unset with a rule', 0, 3),
  run: (task, values, words) => {
    const set = wanted(words);
    if (set && values.path)
      throw usage('--path cannot be used with set and unset.', 'Run `sqrl help config`.');
    const input = { rules: !values.path, set };
    return tell(task, { global: true }, ['policy', input], (output) => {
      if (values.path) task.out.line(output.path);
      else if (set) tellChange(task, output, Object.keys(set)[0]!);
      else show(task, output);
    });
  },
};

/** The rule to change and its new value; undefined if none is given. */
function wanted(words: string[]): Record<string, number | null> | undefined {
  const [verb, ...rest] = words;
  if (verb === undefined) return undefined;
  if (optionChoice('config policy', verb, ['set', 'unset']) === 'unset')
    return { [positionalsOf('config policy unset', rest, takes('a rule'))[0]!]: null };
  const [rule, text] = positionalsOf('config policy set', rest, takes('a rule and a number', 2));
  const value = Number(text);
  if (!Number.isFinite(value) || text!.trim() === '')
    throw usage(`"${text}" is not a number.`, 'Run `sqrl config policy` for the rules and their values.');
  return { [rule!]: value };
}

function tellChange({ out }: CommandRun, { rules, path }: Output<'policy'>, changed: string): void {
  const rule = rules.find(({ key }) => key === changed);
  out.line(rule ? `${changed} = ${rule.value}` : `${changed} was removed.`);
  out.quiet(`In ${path}`);
}

function show({ out }: CommandRun, { path, exists, rules }: Output<'policy'>): void {
  for (const { key, value, default: usual, means } of rules) {
    const differs = usual === null ? ' (yours)' : value === usual ? '' : ` (default ${usual})`;
    out.line(`${out.paint('bold', key)} = ${value}${out.paint('yellow', differs)}`);
    for (const line of wrap(means, out.width - 4)) out.line(`    ${out.paint('dim', line)}`);
  }
  out.quiet(
    exists
      ? `\nFrom ${path}`
      : `\nThese are the defaults. Run \`sqrl config policy set RULE NUMBER\` to write ${path}`,
  );
}
