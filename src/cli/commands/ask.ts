import { oneLine, visible } from '../../base/plain.ts';
import type { Output } from '../../protocol/verbs.ts';
import { argumentsOf, type Options } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { typeOf } from '../memory-view.ts';
import { answer, openMemory, type Task } from '../task.ts';
import { relativeTime } from '../time.ts';
import { numberOf, usage } from '../usage.ts';
import { wrap } from '../width.ts';

export const summary = 'Ask a question and get an answer from memory, with what it rests on';
export const help = `
Usage: sqrl ask QUESTION… [options]

  --limit N     Rest on so many memories at most (6)
  --compose     Let a language model word the answer, where the settings allow one (see \`sqrl spending\`)
  --why         Show the reasons for each place

The answer is made of the memories themselves, a sentence each, and every sentence names the memories it rests on.
Where nothing that is remembered is about the question, it says so instead of guessing, and ends with 3.

Examples:
  $ sqrl ask "how do we run the tests?"
  $ sqrl ask --compose "why is money kept in cents?"
`;
export const options = {
  limit: { type: 'string' },
  compose: { type: 'boolean' },
  why: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('ask', task.argv, options);
  const question = words.join(' ').trim();
  if (question === '') throw usage('ask needs a question.', 'See `sqrl help ask`.');
  const limit = numberOf('--limit', values.limit, { from: 1, to: 20, whole: true });
  await using client = await openMemory(task, values);
  const output = await client.call('ask', {
    question,
    ...(limit !== undefined && { limit }),
    ...(values.compose && { compose: true }),
  });
  answer(task, output, () => show(task, output, values.why === true));
  return output.by === 'nothing' ? EXIT.nothing : EXIT.done;
}

function show(
  { out, err, world }: Task,
  { sentences, citations, by, model }: Output<'ask'>,
  why: boolean,
): void {
  if (by === 'nothing') {
    err.line('Nothing that is remembered answers that.');
    err.line(err.paint('dim', '`sqrl search` also shows what is only a little like it.'));
    return;
  }
  for (const { text, cites } of sentences) {
    const marks = cites.map((number) => `[${number}]`).join('');
    for (const line of wrap(`${visible(text)} ${marks}`, out.width)) out.line(line);
  }
  out.line();
  for (const { number, id, type, text, createdAt, needsReview, stale, why: reasons } of citations) {
    const doubts = [...(stale ? ['may be out of date'] : []), ...(needsReview ? ['waits for review'] : [])];
    const facts = [id, relativeTime(createdAt, world.now()), ...doubts].map((fact) => `· ${fact}`).join(' ');
    out.line(`${out.paint('bold', `[${number}]`)} ${typeOf(out, type as never)} ${out.paint('dim', facts)}`);
    // What was worded anew is to be held against what it was worded from.
    if (by === 'model') for (const line of wrap(visible(text), out.width - 4)) out.line(`    ${line}`);
    for (const reason of why ? reasons : []) out.line(out.paint('dim', `    ${oneLine(reason.text)}`));
  }
  if (model !== null) err.line(err.paint('dim', `Worded by ${oneLine(model)}.`));
}
