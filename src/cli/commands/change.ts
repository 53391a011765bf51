import { visible } from '../../base/plain.ts';
import { STATUSES } from '../../model/memory.ts';
import type { Input } from '../../protocol/verbs.ts';
import { type Arguments, argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { types } from '../filter.ts';
import { showHit } from '../memory-view.ts';
import { MAX_TEXT_BYTES, readText } from '../reading.ts';
import { answer, filePath, openMemory, type Task } from '../task.ts';
import { endTime } from '../time.ts';
import { numberOf, oneOf, usage } from '../usage.ts';
import type { Place } from '../world.ts';

export const summary = 'Correct a memory';
export const help = `
Usage: sqrl change ID [options]

  --text TEXT        A new text; - reads it from standard input
  --type TYPE        Another type
  --status STATUS    provisional, active or deprecated
  --tag TAG          Its tags from now on (repeatable); an empty one clears them
  --file PATH        Its files from now on (repeatable); an empty one clears them
  --symbol NAME      Its names in the code from now on (repeatable); an empty one clears them
  --key KEY          Another key; an empty one clears it
  --expires WHEN     A span (12h, 7d, 2w), a day (2026-12-31), or never
  --confidence PART  How sure it is, 0 to 1
  --verified         A person has said that it is right
  --reviewed         It needs no review any more

Ends with 3 when there is no such memory.

Examples:
  $ sqrl change 7k3f9x2m --text "Deploys go out on Tuesdays since the move"
  $ sqrl change 7k3f9x2m --status deprecated --tag deploy --tag history
`;
export const options = {
  text: { type: 'string' },
  type: { type: 'string' },
  status: { type: 'string' },
  tag: { type: 'string', multiple: true },
  file: { type: 'string', multiple: true },
  symbol: { type: 'string', multiple: true },
  key: { type: 'string' },
  expires: { type: 'string' },
  confidence: { type: 'string' },
  verified: { type: 'boolean' },
  reviewed: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('change', task.argv, options);
  const [id] = wordsOf('change', words, { what: 'the id of a memory', from: 1, to: 1 });
  const to = changesOf(task, values);
  if (values.text === '-') {
    to.text = await readText(task.world.stdin, {
      limit: MAX_TEXT_BYTES,
      name: 'Standard input',
      signal: task.signal,
    });
  }
  if (to.text?.trim() === '') throw usage('The new text is empty.', 'To have it gone, use `sqrl forget`.');
  if (Object.keys(to).length === 0)
    throw usage('change needs to know what to change.', 'See `sqrl help change`.');

  await using client = await openMemory(task, values);
  const output = await client.call('change', { id: id!, to });
  answer(task, output, () => {
    task.out.line('Changed:');
    showHit(task.out, { place: '', memory: output.memory, now: task.world.now() });
    if (output.redacted.length > 0) {
      const what = [...new Set(output.redacted)].map(visible).join(', ');
      task.out.line(task.out.paint('yellow', `Taken out before it was stored: ${what}.`));
    }
  });
  return EXIT.done;
}

function changesOf(task: Task, values: Arguments<typeof options>['values'] & Place): Input<'change'>['to'] {
  const given = (list: string[]) => list.filter((word) => word !== '');
  const confidence = numberOf('--confidence', values.confidence, { from: 0, to: 1 });
  return {
    ...(values.text !== undefined && { text: values.text }),
    ...(values.type !== undefined && { type: oneOf('--type', values.type, types) }),
    ...(values.status !== undefined && { status: oneOf('--status', values.status, STATUSES) }),
    ...(values.tag && { tags: given(values.tag) }),
    ...(values.file && { files: given(values.file).map((file) => filePath(task, values, file)) }),
    ...(values.symbol && { symbols: given(values.symbol) }),
    ...(values.key !== undefined && { key: values.key === '' ? null : values.key }),
    ...(values.expires !== undefined && {
      expiresAt: values.expires === 'never' ? null : endTime('--expires', values.expires, task.world.now()),
    }),
    ...(confidence !== undefined && { confidence }),
    ...(values.verified && { verified: true }),
    ...(values.reviewed && { needsReview: false }),
  };
}
