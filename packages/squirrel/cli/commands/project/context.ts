import { PHASES } from '@sqrl/base/model/episode.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { flags, oneOf, takes, texts, whole } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, filePath, openMemory } from '../../task.ts';
import { runViews, viewOptions } from './views.ts';

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
    ...viewOptions,
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
    out.line(out.paint('bold', heading));
    for (const line of lines) {
      out.line(`- ${oneLine(line.text)}`);
      for (const reason of line.why) out.quiet(`    ${oneLine(reason)}`);
    }
    out.line();
  }
  if (left.length > 0) out.line(out.paint('bold', 'Left out'));
  for (const { line, because } of left)
    out.line(`- ${oneLine(line.text).slice(0, 100)}\n    ${out.paint('dim', oneLine(because))}`);
  err.quiet(`Phase ${phase}: ${tokens} of ${budget} tokens.`);
}
