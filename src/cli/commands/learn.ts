import type { Output } from '../../protocol/verbs.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { count } from '../size.ts';
import { answer, openMemory, type Task } from '../task.ts';

export const summary = 'Make memories of what was seen in sessions';
export const help = `
Usage: sqrl learn [--all] [--anew]

  --all            In every project, not only in this one
  --anew           Look at everything again that was ever seen, not only at what is new

\`sqrl ingest\` does this by itself. Nothing becomes a memory without proof: \`sqrl why\` shows what was dropped, at
which step and why. Done twice it changes nothing; memories that you confirmed or corrected stay as they are.

Examples:
  $ sqrl learn
  $ sqrl learn --all --json
`;
export const options = {
  all: { type: 'boolean' },
  anew: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('learn', task.argv, options);
  wordsOf('learn', words, { what: 'options', from: 0, to: 0 });
  await using client = await openMemory(task, values);
  const output = await client.call('learn', { all: values.all === true, anew: values.anew === true });
  answer(task, output, () => task.out.line(learntLine(output) ?? 'Nothing new was learnt.'));
  return EXIT.done;
}

/** What learning came to, in a sentence; undefined where that is nothing. */
export function learntLine({
  learnt,
  changed,
  superseded,
  withdrawn,
  putAway,
  rules,
}: Output<'learn'>): string | undefined {
  const old = putAway.length > 0 ? ` (${putAway.length} of old work, put away at once for their age)` : '';
  const parts = [
    learnt.length > 0 && `learnt ${count(learnt.length, 'memory', 'memories')}${old}`,
    changed.length > 0 && `${changed.length} seen again`,
    superseded.length > 0 && `${superseded.length} replaced by newer ones`,
    withdrawn.length > 0 && `${withdrawn.length} withdrawn`,
    rules && rulesLine(rules),
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return undefined;
  const line = `${parts.join(', ')}.`;
  return line[0]!.toUpperCase() + line.slice(1);
}

/** What came, changed and went with the files that rules were taught from. */
function rulesLine(rules: Record<'added' | 'changed' | 'removed', number>): string | undefined {
  const told = [
    [rules.added, 'added'],
    [rules.changed, 'changed'],
    [rules.removed, 'taken out'],
  ] as const;
  const parts = told.flatMap(([n, did]) => (n > 0 ? [[n, did] as const] : []));
  return parts.length === 0
    ? undefined
    : parts
        .map(([n, did], i) => `${i === 0 ? `${count(n, 'rule', 'rules')} of files` : n} ${did}`)
        .join(', ');
}
