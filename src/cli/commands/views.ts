import { oneLine, visible } from '../../base/plain.ts';
import type { Input, Output } from '../../protocol/verbs.ts';
import { argumentsOf, type Options } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { answer, filePath, openMemory, type Task } from '../task.ts';
import { oneOf, usage } from '../usage.ts';

export const summary = 'Sum up your style, the project and its pitfalls';
export const help = `
Usage: sqrl views [style|brief|pitfalls] [PATH…] [options]

  style            How you like things done, here and everywhere
  brief            The project's parts, key facts, commands, and the files changed most lately
  pitfalls         What to look out for; with paths only about those

  --task TEXT      With pitfalls: what is about to be done, which comes first
  --write          Write them to .ctx/views/ in the project, as JSON and Markdown
  --remove         Remove what --write has written

They are kept for an hour (style) or ten minutes, and made anew sooner where memories or many new events came. What you
forget leaves the files at the next --write. Ends with 3 when nothing is known.

Examples:
  $ sqrl views brief
  $ sqrl views pitfalls src/pay --json
  $ sqrl views --write
`;
export const options = {
  task: { type: 'string' },
  write: { type: 'boolean' },
  remove: { type: 'boolean' },
} as const satisfies Options;

const NAMES = { style: 'user_style', brief: 'project_brief', pitfalls: 'pitfalls' } as const;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('views', task.argv, options);
  const [typed, ...paths] = words;
  const name =
    typed === undefined ? undefined : oneOf('The view', typed, Object.keys(NAMES) as (keyof typeof NAMES)[]);
  if (name !== 'pitfalls' && (paths.length > 0 || values.task !== undefined))
    throw usage('Only pitfalls are about paths or a task.', 'See `sqrl help views`.');
  if (values.write && values.remove) throw usage('--write and --remove exclude each other.', '');
  const names = name === undefined ? {} : { names: [NAMES[name]] };
  await using client = await openMemory(task, values);
  if (values.remove) {
    const output = await client.call('removeViews', names);
    answer(task, output, () => showFiles(task, 'Removed', output.removed, 'There was nothing to remove.'));
    return EXIT.done;
  }
  const asked: Input<'views'> = {
    ...names,
    ...(paths.length > 0 && { files: paths.map((path) => filePath(task, values, path)) }),
    ...(values.task !== undefined && { task: values.task }),
    ...(values.write && { write: true }),
  };
  const output = await client.call('views', asked);
  const isKnown = output.views.some(({ markdown }) => markdown !== '');
  answer(task, output, () => {
    if (values.write)
      showFiles(task, 'Wrote', output.written, 'Nothing has changed since they were written.');
    else show(task, output, isKnown);
  });
  return isKnown || values.write ? EXIT.done : EXIT.nothing;
}

function show({ out, err }: Task, { views }: Output<'views'>, isKnown: boolean): void {
  const said = views.flatMap(({ markdown }) => (markdown === '' ? [] : [visible(markdown)]));
  if (isKnown) out.line(said.join('\n\n'));
  else err.line('Nothing is known yet. `sqrl remember` and `sqrl ingest` are where memories come from.');
}

function showFiles({ out }: Task, did: string, files: readonly string[], none: string): void {
  for (const file of files) out.line(`${did} ${oneLine(file)}`);
  if (files.length === 0) out.line(none);
}
