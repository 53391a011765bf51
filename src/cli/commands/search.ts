import { argumentsOf, type Options } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { filterHelp, filterOf, filterOptions } from '../filter.ts';
import { showHit } from '../memory-view.ts';
import { answer, openMemory, type Task } from '../task.ts';
import { numberOf, usage } from '../usage.ts';

export const summary = 'Find memories by meaning and by words';
export const help = `
Usage: sqrl search QUESTION… [options]

  --limit N        At most so many (10)
  --why            Show the reasons behind each place
  --meaning PART   How much meaning counts, 0 to 1; words have the rest
  --fast           Do not look at the best ones a second time, token by token
  --rerank         Look a second time in any case
${filterHelp}

Ends with 3 when nothing is found.

Examples:
  $ sqrl search "how do we talk to the database"
  $ sqrl search --why --type gotcha --file src/auth login keeps failing
`;
export const options = {
  ...filterOptions,
  limit: { type: 'string' },
  why: { type: 'boolean' },
  meaning: { type: 'string' },
  rerank: { type: 'boolean' },
  fast: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('search', task.argv, options);
  const question = words.join(' ').trim();
  if (question === '')
    throw usage('search needs a question.', 'For instance: sqrl search "how do we deploy"');
  const limit = numberOf('--limit', values.limit, { from: 1, to: 1000, whole: true });
  const meaning = numberOf('--meaning', values.meaning, { from: 0, to: 1 });
  const input = {
    question,
    filter: filterOf(task, values),
    ...(limit !== undefined && { limit }),
    ...(meaning !== undefined && { meaning }),
    ...(values.rerank && { rerank: true }),
    ...(values.fast && { rerank: false }),
  };

  await using client = await openMemory(task, values);
  const output = await client.call('find', input);
  answer(task, output, () => {
    if (output.hits.length === 0) return task.err.line('Nothing is remembered about that yet.');
    output.hits.forEach(({ memory, score, why }, i) => {
      if (i > 0) task.out.line();
      const notes = values.why ? [`${score.toFixed(3)} · ${why.map(({ text }) => text).join(' · ')}`] : [];
      showHit(task.out, { place: String(i + 1).padStart(2), memory, notes, now: task.world.now() });
    });
  });
  return output.hits.length === 0 ? EXIT.nothing : EXIT.done;
}
