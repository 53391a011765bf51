import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { filterHelp, filterOf, filterOptions } from '../../filter.ts';
import { showTable } from '../../memory-view.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { optionChoice, optionNumber } from '../../usage.ts';

export const help = `
Usage: sqrl list [options]

  --limit N        At most N (50)
  --offset N       Skip the first N (0)
  --order ORDER    newest (default), oldest, or used (last used first)
  --stale          Only memories about code that has changed since, or is gone
  --all            Also suggestions: memories that agents are not told, because they need review
${filterHelp}

Marks: * pinned, - deprecated, ~ stale, ? needs review.

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
  all: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('list', task.argv, options);
  positionalsOf('list', words, { what: 'options', from: 0, to: 0 });
  const limit = optionNumber('--limit', values.limit, { from: 1, to: 100_000, whole: true });
  const offset = optionNumber('--offset', values.offset, { from: 0, to: 1_000_000_000, whole: true });
  const asked = { ...filterOf(task, values), ...(values.stale && { stale: true }) };
  const hidesSuggestions = !values.all && !asked.statuses && asked.needsReview === undefined;
  const input = {
    filter: { ...asked, ...(hidesSuggestions && { needsReview: false }) },
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    ...(values.order !== undefined && {
      order: optionChoice('--order', values.order, ['newest', 'oldest', 'used']),
    }),
  };

  await using client = await openMemory(task, values);
  const output = await client.call('list', input);
  const { total: suggestions } = hidesSuggestions
    ? await client.call('list', { filter: { ...asked, needsReview: true }, limit: 1 })
    : { total: 0 };
  answer(task, output, () => {
    const { memories, total } = output;
    if (total === 0 && suggestions === 0)
      return task.err.line(Object.keys(asked).length > 0 ? 'No matching memories.' : 'No memories here yet.');
    if (memories.length === 0 && total > 0) task.err.line(`There are only ${total} memories.`);
    else showTable(task.out, memories, task.world.now());
    const hint = (text: string) => task.err.line(task.err.paint('dim', text));
    if (memories.length > 0 && memories.length < total)
      hint(
        `${memories.length} of ${countNoun(total, 'memory', 'memories')}; use --limit or --offset for more.`,
      );
    if (suggestions > 0)
      hint('Suggestions are not listed: --all lists them, `sqrl review` shows those that matter most.');
  });
  return EXIT.done;
}
