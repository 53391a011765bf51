import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { filterHelp, filterOf, filterOptions } from '../../filter.ts';
import { showTable } from '../../memory-view.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { optionChoice, optionNumber } from '../../usage.ts';

export const summary = 'List memories, newest first';
export const help = `
Usage: sqrl list [options]

  --limit N        At most N (50)
  --offset N       Skip the first N (0)
  --order ORDER    newest (default), oldest, or used (last used first)
  --stale          Only memories about code that has changed since, or is gone
${filterHelp}

Marks: * pinned, - deprecated, ~ stale.

Examples:
  $ sqrl list --type decision --since 30d
  $ sqrl list --stale
  $ sqrl list --tag auth --json | jq -r '.memories[].text'
`;
export const options = {
  ...filterOptions,
  limit: { type: 'string' },
  offset: { type: 'string' },
  order: { type: 'string' },
  stale: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('list', task.argv, options);
  positionalsOf('list', words, { what: 'options', from: 0, to: 0 });
  const limit = optionNumber('--limit', values.limit, { from: 1, to: 100_000, whole: true });
  const offset = optionNumber('--offset', values.offset, { from: 0, to: 1_000_000_000, whole: true });
  const input = {
    filter: { ...filterOf(task, values), ...(values.stale && { stale: true }) },
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    ...(values.order !== undefined && {
      order: optionChoice('--order', values.order, ['newest', 'oldest', 'used']),
    }),
  };

  await using client = await openMemory(task, values);
  const output = await client.call('list', input);
  answer(task, output, () => {
    const { memories, total } = output;
    const isFiltered = Object.keys(input.filter).length > 0;
    const nothing = isFiltered ? 'No matching memories.' : 'No memories here yet.';
    if (memories.length === 0) {
      return task.err.line(total > 0 ? `There are only ${total} memories.` : nothing);
    }
    showTable(task.out, memories, task.world.now());
    if (memories.length < total) {
      const rest = `${memories.length} of ${countNoun(total, 'memory', 'memories')}; use --limit or --offset for more.`;
      task.err.line(task.err.paint('dim', rest));
    }
  });
  return EXIT.done;
}
