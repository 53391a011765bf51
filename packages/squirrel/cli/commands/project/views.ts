import { oneLine, visible } from '@sqrl/base/plain.ts';
import type { Arguments, Options } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import type { Input, Output } from '../../../protocol/verbs.ts';
import { answer, type CommandRun, filePath, openMemory } from '../../task.ts';

/** The options of `sqrl context --views`. */
export const viewOptions = {
  views: { type: 'boolean' },
  task: { type: 'string' },
  write: { type: 'boolean' },
  remove: { type: 'boolean' },
} as const satisfies Options;

const NAMES = { style: 'user_style', brief: 'project_brief', pitfalls: 'pitfalls' } as const;

/** Shows, writes or removes the summaries of style, project and pitfalls. */
export async function runViews(
  task: CommandRun,
  values: Arguments<typeof viewOptions>['values'],
  words: readonly string[],
): Promise<ExitCode> {
  const [typed, ...paths] = words;
  const name =
    typed === undefined
      ? undefined
      : optionChoice('--views', typed, Object.keys(NAMES) as (keyof typeof NAMES)[]);
  if (name !== 'pitfalls' && (paths.length > 0 || values.task !== undefined))
    throw usage('Paths and --task can be used with pitfalls only.', 'Run `sqrl help context`.');
  const names = name === undefined ? {} : { names: [NAMES[name]] };
  await using client = await openMemory(task, values);
  if (values.remove) {
    const output = await client.call('removeViews', names);
    answer(task, output, () => showFiles(task, 'Removed', output.removed, 'Nothing to remove.'));
    return EXIT.done;
  }
  const asked: Input<'views'> = {
    ...names,
    ...(paths.length > 0 && { files: paths.map((path) => filePath(task, values, path)) }),
    task: values.task,
    ...(values.write && { write: true }),
  };
  const output = await client.call('views', asked);
  const isKnown = output.views.some(({ markdown }) => markdown !== '');
  answer(task, output, () => {
    if (values.write) showFiles(task, 'Wrote', output.written, 'Already up to date.');
    else show(task, output, isKnown);
  });
  return isKnown || values.write ? EXIT.done : EXIT.nothing;
}

function show({ out, err }: CommandRun, { views }: Output<'views'>, isKnown: boolean): void {
  const said = views.flatMap(({ markdown }) => (markdown === '' ? [] : [visible(markdown)]));
  if (isKnown) out.line(said.join('\n\n'));
  else err.line('Nothing is known yet. Run `sqrl ingest`, or `sqrl remember TEXT`.');
}

function showFiles({ out }: CommandRun, did: string, files: readonly string[], none: string): void {
  for (const file of files) out.line(`${did} ${oneLine(file)}`);
  if (files.length === 0) out.line(none);
}
