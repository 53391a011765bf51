import { PHASES } from '@sqrl/base/model/episode.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { flags, oneOf, takes, text, texts, whole } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import type { Input, Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, filePath, openMemory } from '../../task.ts';

const ROLES = ['task', 'planner', 'coder', 'qa'] as const;

export const context = command('context', {
  help: `
Usage: sqrl context TASK… [options]
       sqrl context --views [style|brief|pitfalls] [PATH…] [--task TEXT] [--write | --remove]

  --for ROLE       Content for a planner, coder or qa
  --file PATH      File the task is about (repeatable)
  --phase PHASE    Phase of the work, if the task's words do not tell: ${PHASES.join(', ')}
  --budget N       At most N tokens (default: by phase; a coder's 32000, with the files)
  --contents       With --for coder: include file contents, as far as they fit
  --why            Show the reason for each line, and what was left out

Shows pitfalls, decisions and requirements, how things are run here, which files are likely needed and why, how similar
tasks went, and unfinished work. A planner gets estimates, dead ends, files that change together, outcomes, decisions and recipes;
a coder at most 12 files and what is known about them; QA decisions and requirements, recurring errors, checks that failed
in several sessions, and observed behavior.

  --views          Show summaries: style (your preferences), brief (the project's modules, key facts, commands and
                   most changed files), pitfalls (what to look out for; with PATH… only about those)
  --task TEXT      With --views pitfalls: rank for this task
  --write          With --views: write them to .ctx/views/ in the project, as JSON and Markdown
  --remove         With --views: remove the files that --write wrote

Views are cached for an hour (style) or ten minutes. Forgotten memories leave the files at the next --write.
Exits with status 3 if nothing relevant is found.

Examples:
  $ sqrl context "add a retry to the payment client"
  $ sqrl context --for coder "the login test is flaky" --json
  $ sqrl context --views pitfalls src/pay
`,
  options: {
    ...flags('views', 'write', 'remove'),
    task: text,
    for: oneOf(ROLES),
    file: texts,
    phase: oneOf(PHASES),
    budget: whole(1, 100_000),
    ...flags('contents', 'why'),
  },
  words: takes('words', 0, Number.POSITIVE_INFINITY),
  apart: [['write', 'remove']],
  needs: { task: 'views', write: 'views', remove: 'views' },
  run: async (task, values, words) => {
    if (values.views) return await runViews(task, values, words);
    const said = words.join(' ');
    if (said.trim() === '') throw usage('context needs a task.', 'Run `sqrl help context`.');
    const { for: role = 'task', phase, budget, contents } = values;
    if (contents && role !== 'coder')
      throw usage('--contents can be used with --for coder only.', 'Run `sqrl help context`.');
    await using client = await openMemory(task, values);
    const output = await client.call('context', {
      ...{ task: said, for: role, phase, budget, contents },
      files: values.file?.map((file) => filePath(task, values, file)),
    });
    answer(task, output, () => show(task, output, values.why === true));
    return output.text === '' ? EXIT.nothing : EXIT.done;
  },
});

function show({ out, err }: CommandRun, context: Output<'context'>, why: boolean): void {
  const { text, sections, left, tokens, budget, phase } = context;
  if (text === '') {
    err.line('Nothing relevant found.');
    err.quiet("Run `sqrl ingest` to read the agents' logs, and `sqrl graph index` for the code.");
    return;
  }
  if (!why) {
    out.line(visible(text));
    return;
  }
  for (const { heading, lines } of sections) {
    out.line(out.bold(heading));
    for (const line of lines) {
      out.line(`- ${oneLine(line.text)}`);
      for (const reason of line.why) out.quiet(`    ${oneLine(reason)}`);
    }
    out.line();
  }
  if (left.length > 0) out.line(out.bold('Left out'));
  for (const { line, because } of left)
    out.line(`- ${oneLine(line.text).slice(0, 100)}\n    ${out.dim(oneLine(because))}`);
  err.quiet(`Phase ${phase}: ${tokens} of ${budget} tokens.`);
}

const NAMES = { style: 'user_style', brief: 'project_brief', pitfalls: 'pitfalls' } as const;

/** Shows, writes or removes the summaries of style, project and pitfalls. */
async function runViews(
  task: CommandRun,
  values: { project?: string; task?: string; write?: boolean; remove?: boolean },
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
    else showViews(task, output, isKnown);
  });
  return isKnown || values.write ? EXIT.done : EXIT.nothing;
}

function showViews({ out, err }: CommandRun, { views }: Output<'views'>, isKnown: boolean): void {
  const said = views.flatMap(({ markdown }) => (markdown === '' ? [] : [visible(markdown)]));
  if (isKnown) out.line(said.join('\n\n'));
  else err.line('Nothing is known yet. Run `sqrl ingest`, or `sqrl remember TEXT`.');
}

function showFiles({ out }: CommandRun, did: string, files: readonly string[], none: string): void {
  for (const file of files) out.line(`${did} ${oneLine(file)}`);
  if (files.length === 0) out.line(none);
}
