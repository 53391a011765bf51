import { isCommitId, isSaidId } from '@sqrl/base/model/citation.ts';
import { flags, oneOf, takes, whole } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import { showCommit, showPassage } from '../../answers-view.ts';
import { showCard } from '../../card.ts';
import { command } from '../../command.ts';
import { filterHelp, filterOf, filterOptions } from '../../filter.ts';
import { showTable } from '../../memory-view.ts';
import { answer, openMemory } from '../../task.ts';
import { showMore } from '../../view.ts';

export const show = command('show', {
  help: `
Usage: sqrl show ID
       sqrl show said:ID [--before N] [--after N]
       sqrl show commit:ID

Shows the whole text, what it is about, where it came from, what it is linked to and how often it helped. For the
code it is about, it shows whether that is fresh, stale since a commit, moved, or gone; \`sqrl edit ID --verified\`
confirms the memory for the code as it is now. Exits with status 3 if the memory does not exist.

An id that starts with said: is a message of a session. It is shown in its conversation, marked with >, with the task
and the files at hand; a long conversation is folded in the middle. A prefix of at least 8 digits is enough. One that starts with commit: is a commit of the
repository, shown with its message and files.

  --before N       Show only N messages before it, at most 200
  --after N        Show only N messages after it, at most 200

Examples:
  $ sqrl show 7k3f9x2m
  $ sqrl show said:1a2b3c4d --before 10
`,
  options: { before: whole(0, 200), after: whole(0, 200) },
  words: takes('the id of a memory, a message or a commit'),
  run: async (task, values, [id]) => {
    const { before, after } = values;
    if (!isSaidId(id!) && (before ?? after) !== undefined)
      throw usage('--before and --after need the id of a message, such as said:1a2b3c4d.');
    await using client = await openMemory(task, values);
    if (isSaidId(id!)) {
      const passage = await client.call('passage', { id: id!, before, after });
      answer(task, passage, () => showPassage(task.out, passage));
    } else if (isCommitId(id!)) {
      const commit = await client.call('commit', { id: id! });
      answer(task, commit, () => showCommit(task, commit));
    } else {
      const memory = await client.call('get', { id: id! });
      answer(task, memory, () => showCard(task, memory));
    }
  },
});

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
    ...flags('stale', 'all'),
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
      else showTable(task, memories);
      if (memories.length > 0) showMore(task, memories.length, total, 'memory', 'memories');
      if (suggestions > 0)
        task.err.quiet(
          'Suggestions are not listed: --all lists them, `sqrl review` shows those that matter most.',
        );
    });
    return output.memories.length === 0 ? EXIT.nothing : EXIT.done;
  },
});
