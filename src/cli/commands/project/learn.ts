import type { Output } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

export const help = `
Usage: sqrl ingest learn [--all] [--anew]

  --all            In every project, not only this one
  --anew           Process all stored sessions again, not only new ones

\`sqrl ingest\` does this by itself. Nothing becomes a memory without evidence: \`sqrl history why\` shows what was
dropped, at which step and why. A second run changes nothing; memories you confirmed or edited stay as they are.

Examples:
  $ sqrl ingest learn
  $ sqrl ingest learn --all --json
`;
export const options = {
  all: { type: 'boolean' },
  anew: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('ingest learn', task.argv, options);
  positionalsOf('ingest learn', words, { what: 'options', from: 0, to: 0 });
  await using client = await openMemory(task, values);
  const output = await client.call('learn', { all: values.all === true, anew: values.anew === true });
  answer(task, output, () => task.out.line(learnedLine(output) ?? 'Nothing new was learned.'));
  return EXIT.done;
}

/** The result of learning in one sentence; undefined if nothing changed. */
export function learnedLine({
  learned,
  changed,
  superseded,
  withdrawn,
  putAway,
  rules,
}: Output<'learn'>): string | undefined {
  const old = putAway.length > 0 ? ` (${putAway.length} from old work, archived at once)` : '';
  const parts = [
    learned.length > 0 && `learned ${countNoun(learned.length, 'memory', 'memories')}${old}`,
    changed.length > 0 && `${changed.length} seen again`,
    superseded.length > 0 && `${superseded.length} replaced by newer ones`,
    withdrawn.length > 0 && `${withdrawn.length} withdrawn`,
    rules && rulesLine(rules),
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return undefined;
  const line = `${parts.join(', ')}.`;
  return line[0]!.toUpperCase() + line.slice(1);
}

/** Rules added, changed and removed by edits of rule files. */
function rulesLine(rules: Record<'added' | 'changed' | 'removed', number>): string | undefined {
  const told = [
    [rules.added, 'added'],
    [rules.changed, 'changed'],
    [rules.removed, 'removed'],
  ] as const;
  const parts = told.flatMap(([n, did]) => (n > 0 ? [[n, did] as const] : []));
  return parts.length === 0
    ? undefined
    : parts
        .map(([n, did], i) => `${i === 0 ? `${countNoun(n, 'rule', 'rules')} from files` : n} ${did}`)
        .join(', ');
}
