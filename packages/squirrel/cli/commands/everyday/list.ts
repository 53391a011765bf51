import { flag, oneOf, whole } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { command } from '../../command.ts';
import { filterHelp, filterOf, filterOptions } from '../../filter.ts';
import { showTable } from '../../memory-view.ts';
import { answer, openMemory } from '../../task.ts';
import { showMore } from '../../view.ts';

const help = `
Usage: sqrl list [options]

  --limit N        At most N (50)
  --offset N       Skip the first N (0)
  --order ORDER    newest (default), oldest, or used (last used first)
  --stale          Only memories about code that has changed since, or is gone, suggestions too
  --all            Also suggestions: memories that agents are not told, because they need review
${filterHelp}

Marks: * pinned, - deprecated, ~ stale, ? needs review. Exits with status 3 if none is listed.

Examples:
  $ sqrl list --type decision --since 30d
  $ sqrl list --stale
  $ sqrl list --tag auth --json | jq -r '.memories[].text'
`;
export const list = command('list', {
  help,
  options: {
    ...filterOptions,
    limit: whole(1, 100_000),
    offset: whole(0, 1_000_000_000),
    order: oneOf(['newest', 'oldest', 'used']),
    stale: flag,
    all: flag,
  },
  run: async (task, values) => {
    const { limit, offset, order } = values;
    const asked = { ...filterOf(task, values), ...(values.stale && { stale: true }) };
    const showsSuggestions = values.all || values.stale || asked.statuses || asked.needsReview !== undefined;
    const filter = { ...asked, ...(!showsSuggestions && { needsReview: false }) };
    await using client = await openMemory(task, values);
    const output = await client.call('list', { filter, limit, offset, order });
    const { total: suggestions } = showsSuggestions
      ? { total: 0 }
      : await client.call('list', { filter: { ...asked, needsReview: true }, limit: 1 });
    const isEmpty = output.total === 0 && suggestions === 0 && Object.keys(asked).length === 0;
    const daemon = isEmpty && !task.json ? (await client.call('status', {})).daemon : null;
    const isReading = daemon?.jobs.some(({ state }) => state === 'running') === true;
    answer(task, output, () => {
      const { memories, total } = output;
      if (total === 0 && suggestions === 0) {
        if (Object.keys(asked).length > 0) return task.err.line('No matching memories.');
        task.err.line('No memories here yet.');
        if (isReading)
          return task.err.quiet("The daemon is reading the agents' logs: `sqrl status` shows how far it is.");
        return task.err.quiet('Run `sqrl ingest` to learn from the agents\' logs, or `sqrl remember "…"`.');
      }
      if (memories.length === 0 && total > 0) task.err.line(`There are only ${total} memories.`);
      else showTable(task.out, memories, task.world.now());
      if (memories.length > 0) showMore(task, memories.length, total, 'memory', 'memories');
      if (suggestions > 0)
        task.err.quiet(
          'Suggestions are not listed: --all lists them, `sqrl review` shows those that matter most.',
        );
    });
    return output.memories.length === 0 ? EXIT.nothing : EXIT.done;
  },
});
