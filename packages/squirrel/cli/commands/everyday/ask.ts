import { ANSWER_LAYERS } from '@sqrl/base/model/answer-layers.ts';
import { PHASES } from '@sqrl/base/model/episode.ts';
import { quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { flag, flags, oneOf, part, takes, texts, type Values, whole } from '@sqrl/base/terminal/arguments.ts';
import type { ExitCode } from '@sqrl/base/terminal/exit.ts';
import { optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import { wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { showFailures, showPassages, showRepository, showTasks, showWork } from '../../answers-view.ts';
import { command } from '../../command.ts';
import { filterHelp, filterOf, filterOptions, typesCalled } from '../../filter.ts';
import { paintedGroup, showHit } from '../../memory-view.ts';
import { type CommandRun, filePath, tell } from '../../task.ts';
import { dotted } from '../../view.ts';

const options = {
  ...filterOptions,
  file: texts,
  ...flags('why', 'compose', 'hits', 'exact', 'rerank', 'fast', 'briefing'),
  limit: whole(1, 1000),
  meaning: part,
  symbol: texts,
  phase: oneOf(PHASES),
  budget: whole(1, 100_000),
  in: {
    type: 'string',
    read: (typed: string, option: string) =>
      typed.split(',').map((layer) => optionChoice(option, layer.trim(), ANSWER_LAYERS)),
  } as const,
  hub: flag,
};

type Given = Values<typeof options>;

/** The options of each form, beyond the global ones and --why. */
const OPTIONS_OF = {
  answer: ['limit', 'compose', 'in'],
  hits: [...Object.keys(filterOptions), 'hits', 'exact', 'limit', 'meaning', 'rerank', 'fast', 'in'],
  briefing: ['briefing', 'file', 'type', 'symbol', 'phase', 'budget', 'fast', 'in'],
  hub: ['hub', 'limit'],
} as const satisfies Record<string, string[]>;

const FORMS = ['hits', 'briefing', 'hub'] as const;

export const ask = command('ask', {
  help: `
Usage: sqrl ask QUESTION… [--compose] [--limit N] [--why]
       sqrl ask --hits QUESTION… [options]
       sqrl ask --briefing [QUESTION…] [options]
       sqrl ask --hub QUESTION… [--limit N]

  --why            Show the reasons for each rank, and what a briefing leaves out
  --limit N        At most N memories (6; with --hits and --hub 10)
  --compose        Let the LLM word the answer, if the settings allow one (see \`sqrl status spending\`)
  --in LAYERS      Only these layers: ${ANSWER_LAYERS.join(', ')} (default: by the question)

Every sentence of the answer names the memories it comes from; below stand passages of past sessions, with speaker and
date (\`sqrl show said:…\` opens one). A question about a time lists the work done then, and one about failing commands
lists what fails and what worked. A question for commits ("which commit…", "when was … changed") or code ("where is …
implemented") also searches the repository. Without an answer the command exits with status 3.

  --hits           Print the ranked memories and passages instead of an answer
  --exact          With --hits: only what holds the words as they stand, latest first
  --meaning PART   With --hits: weight of meaning, 0 to 1; words have the rest
  --rerank         With --hits: always rerank the top hits
  --fast           With --hits and --briefing: skip reranking

  --briefing       Print the briefing that an agent gets for a task, within a token budget, with citations
  --symbol NAME    With --briefing: a function, class or other symbol the task is about (repeatable)
  --phase PHASE    With --briefing: the phase of the work: ${PHASES.join(', ')}
  --budget N       With --briefing: at most N tokens (default: by phase)

  --hub            Ask the hub for memories that are not on this machine: of your other projects, for instance. Sends the
                   question to the hub, without what looks like a secret. Sealed spaces are not searched

With --hits these options filter; with --briefing --file names files the task is about (repeatable), and --type filters:
${filterHelp}

Examples:
  $ sqrl ask "how do we run the tests?"
  $ sqrl ask --in commits,code "retry limit of the payment client"
  $ sqrl ask --hits --why --type gotcha --file src/auth login keeps failing
  $ sqrl ask --briefing "add a retry to the payment client" --file src/pay/client.ts
  $ sqrl ask --hub "how do others rotate the signing key?"
`,
  options,
  words: takes('a question', 0, Number.POSITIVE_INFINITY),
  run: async (task, values, words) => {
    const question = words.join(' ').trim();
    const form = formOf(values);
    if (question === '' && !(form === 'briefing' && (values.file || values.symbol)))
      throw usage('ask needs a question.', 'For instance: sqrl ask "how do we deploy?"');
    // A plain question does not wait for what sharing needs.
    if (form === 'hub') return (await import('../sharing/team.ts')).askOthers(task, question, values);
    return { answer: askAnswer, hits: askHits, briefing: askBriefing }[form](task, question, values);
  },
});

function formOf(values: Given): keyof typeof OPTIONS_OF {
  const [form = 'answer', another] = FORMS.filter((one) => values[one]);
  if (another !== undefined)
    throw usage(`--${form} and --${another} cannot be combined.`, 'Run `sqrl help ask`.');
  const known: readonly string[] = OPTIONS_OF[form];
  const wrong = Object.keys(values).find(
    (name) => Object.hasOwn(options, name) && name !== 'why' && !known.includes(name),
  );
  if (wrong === undefined) return form;
  const forms = FORMS.filter((one) => (OPTIONS_OF[one] as string[]).includes(wrong));
  const told = forms.map((one) => `--${one}`).join(' or ') || 'a plain question';
  throw usage(`--${wrong} can be used with ${told} only.`, 'Run `sqrl help ask`.');
}

/** The answer takes few memories: more would not make it better. */
const MAX_ANSWER_MEMORIES = 20;

function askAnswer(task: CommandRun, question: string, values: Given): Promise<ExitCode> {
  const { limit, compose, in: layers, why } = values;
  const most = limit && Math.min(limit, MAX_ANSWER_MEMORIES);
  return tell(
    task,
    values,
    ['ask', { question, limit: most, compose, in: layers }],
    (output) => showAnswer(task, output, why === true),
    ({ by }) => by !== 'nothing',
  );
}

function askHits(task: CommandRun, question: string, values: Given): Promise<ExitCode> {
  const { limit, meaning, rerank, fast, exact, in: layers, why } = values;
  const filter = filterOf(task, { ...values, file: values.file?.at(-1) });
  return tell(
    task,
    values,
    ['find', { question, filter, limit, meaning, rerank: fast ? false : rerank, exact, in: layers }],
    (output) => showHits(task, output, { question, why: why === true }),
    isFound,
  );
}

function askBriefing(task: CommandRun, question: string, values: Given): Promise<ExitCode> {
  const { symbol: symbols, phase, type, budget, fast, in: layers, why } = values;
  const files = values.file?.map((file) => filePath(task, values, file));
  const types = type?.flatMap(typesCalled);
  return tell(
    task,
    values,
    ['recall', { question, files, symbols, phase, types, budget, fast, in: layers }],
    (output) => showBriefing(task, output, why === true),
  );
}

const isFound = ({ hits, passages, commits, code }: Output<'find'>): boolean =>
  [hits, passages, commits, code].some(({ length }) => length > 0);

function showHits(task: CommandRun, output: Output<'find'>, asked: { question: string; why: boolean }): void {
  if (!isFound(output)) {
    task.err.line('No matching memories.');
    return;
  }
  showRepository(task, output);
  if (output.weak) task.err.line('Nothing matches well. The nearest memories:');
  output.hits.forEach(({ memory, score, why }, i) => {
    if (i > 0) task.out.line();
    const notes = asked.why ? [`${score.toFixed(3)} · ${why.join(' · ')}`] : [];
    showHit(task, { place: String(i + 1).padStart(2), memory, notes, marked: asked.question });
  });
  const numbered = output.passages.map((passage, i) => ({
    number: output.hits.length + i + 1,
    ...passage,
  }));
  if (output.hits.length > 0 && numbered.length > 0) task.out.line();
  showPassages(task, numbered, asked.question);
}

function showAnswer(task: CommandRun, answered: Output<'ask'>, why: boolean): void {
  const { out, err, ago } = task;
  const { question, sentences, citations, passages, work, tasks, failures, by, model } = answered;
  if (by === 'nothing') {
    err.line('Nothing in memory or past sessions answers that.');
    err.quiet('Run `sqrl ask --hits` to see the nearest memories.');
    return;
  }
  showRepository(task, answered);
  showWork(task, work);
  showFailures(task, failures);
  for (const { text, cites } of sentences) {
    const marks = cites.map((number) => `[${number}]`).join('');
    for (const line of wrap(`${visible(text)} ${marks}`, out.width)) out.line(line);
  }
  if (citations.length > 0) out.line();
  for (const cited of citations) {
    const { number, id, type, text, note, createdAt, why: reasons } = cited;
    const facts = dotted([
      ...[id, note && `note ${note}`, ago(createdAt), cited.earlier && 'earlier'],
      ...[cited.stale && 'may be out of date', cited.needsReview && 'needs review'],
    ]);
    out.line(
      `${out.bold(`[${number}]`)} ${paintedGroup(out, { type: type as never, key: null })} ${out.dim(facts)}`,
    );
    // The reader compares a model's wording with the memories it was made from.
    if (by === 'model') for (const line of wrap(visible(text), out.width - 4)) out.line(`    ${line}`);
    for (const reason of why ? reasons : []) out.quiet(`    ${oneLine(reason)}`);
  }
  if (citations.length > 0 && passages.length > 0) out.line();
  showPassages(task, passages, question);
  showTasks(task, tasks);
  if (model !== null) err.quiet(`Worded by ${oneLine(model)}.`);
}

function showBriefing(
  { out, err }: CommandRun,
  { text, lines, left, tokens, budget, kind, phase }: Output<'recall'>,
  why: boolean,
): void {
  if (text === '') {
    err.line('No memory helps with that.');
    err.quiet('Run `sqrl ask --hits` to see the nearest memories.');
  } else if (!why) out.line(visible(text));
  for (const { memory, score, why: reasons } of why ? lines : []) {
    out.line(`${score.toFixed(3)}  ${out.bold(memory.id)}  ${quotedFrom(memory, oneLine(memory.text))}`);
    for (const reason of reasons) out.quiet(`         ${oneLine(reason)}`);
  }
  if (why && left.length > 0) {
    out.line();
    out.line('Left out:');
    for (const { id, text: said, because } of left)
      out.line(`  ${id}  ${oneLine(said).slice(0, 100)}\n         ${out.dim(oneLine(because))}`);
  }
  if (why) err.quiet(`Question kind ${kind}, phase ${phase}: ${tokens} of ${budget} tokens.`);
}
