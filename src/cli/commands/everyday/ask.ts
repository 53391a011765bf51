import { oneLine, visible } from '../../../base/plain.ts';
import { ANSWER_LAYERS } from '../../../model/answer-layers.ts';
import { PHASES } from '../../../model/episode.ts';
import { quotedFrom } from '../../../model/sync/told.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { type Arguments, argumentsOf, type Options } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { filterHelp, filterOf, filterOptions, typeOption } from '../../filter.ts';
import { paintedGroup, showHit } from '../../memory-view.ts';
import { showRepository } from '../../repository-view.ts';
import { showFailures, showPassages, showTasks, showWork } from '../../said-view.ts';
import { answer, type CommandRun, filePath, openMemory } from '../../task.ts';
import { relativeTime } from '../../time.ts';
import { optionChoice, optionNumber, usage } from '../../usage.ts';
import { wrap } from '../../width.ts';

export const help = `
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
`;
export const options = {
  ...filterOptions,
  file: { type: 'string', multiple: true },
  why: { type: 'boolean' },
  limit: { type: 'string' },
  compose: { type: 'boolean' },
  hits: { type: 'boolean' },
  exact: { type: 'boolean' },
  meaning: { type: 'string' },
  rerank: { type: 'boolean' },
  fast: { type: 'boolean' },
  briefing: { type: 'boolean' },
  symbol: { type: 'string', multiple: true },
  phase: { type: 'string' },
  budget: { type: 'string' },
  in: { type: 'string' },
  hub: { type: 'boolean' },
} as const satisfies Options;

type Values = Arguments<typeof options>['values'];

/** The options of each form, beyond the global ones and --why. */
const OPTIONS_OF = {
  answer: ['limit', 'compose', 'in'],
  hits: [...Object.keys(filterOptions), 'hits', 'exact', 'limit', 'meaning', 'rerank', 'fast', 'in'],
  briefing: ['briefing', 'file', 'type', 'symbol', 'phase', 'budget', 'fast', 'in'],
  hub: ['hub', 'limit'],
} as const satisfies Record<string, string[]>;

const FORMS = ['hits', 'briefing', 'hub'] as const;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('ask', task.argv, options);
  const question = words.join(' ').trim();
  const form = formOf(values);
  if (question === '' && !(form === 'briefing' && (values.file || values.symbol)))
    throw usage('ask needs a question.', 'For instance: sqrl ask "how do we deploy?"');
  const asking =
    form === 'hub'
      ? // A plain question does not wait for what sharing needs.
        (await import('../sharing/ask-others.ts')).askOthers
      : { answer: askAnswer, hits: askHits, briefing: askBriefing }[form];
  const call = asking(task, question, values);
  await using client = await openMemory(task, values);
  return await call(client);
}

function formOf(values: Values): keyof typeof OPTIONS_OF {
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

/** The layers that are asked for. */
const layersOf = (values: Values) =>
  values.in === undefined
    ? {}
    : { in: values.in.split(',').map((layer) => optionChoice('--in', layer.trim(), ANSWER_LAYERS)) };

type Call = (client: VerbClient) => Promise<ExitCode>;

function askAnswer(task: CommandRun, question: string, values: Values): Call {
  const limit = optionNumber('--limit', values.limit, { from: 1, to: 20, whole: true });
  return async (client) => {
    const output = await client.call('ask', {
      question,
      ...(limit !== undefined && { limit }),
      ...(values.compose && { compose: true }),
      ...layersOf(values),
    });
    answer(task, output, () => showAnswer(task, output, values.why === true));
    return output.by === 'nothing' ? EXIT.nothing : EXIT.done;
  };
}

function askHits(task: CommandRun, question: string, values: Values): Call {
  const limit = optionNumber('--limit', values.limit, { from: 1, to: 1000, whole: true });
  const meaning = optionNumber('--meaning', values.meaning, { from: 0, to: 1 });
  const filter = filterOf(task, { ...values, file: values.file?.at(-1) });
  return async (client) => {
    const output = await client.call('find', {
      question,
      filter,
      ...(limit !== undefined && { limit }),
      ...(meaning !== undefined && { meaning }),
      ...(values.rerank && { rerank: true }),
      ...(values.fast && { rerank: false }),
      ...(values.exact && { exact: true }),
      ...layersOf(values),
    });
    const { hits, passages, commits, code } = output;
    const isEmpty = [hits, passages, commits, code].every(({ length }) => length === 0);
    answer(task, output, () => {
      if (isEmpty) return task.err.line('No matching memories.');
      showRepository(task, output);
      if (output.weak) task.err.line('Nothing matches well. The nearest memories:');
      output.hits.forEach(({ memory, score, why }, i) => {
        if (i > 0) task.out.line();
        const notes = values.why ? [`${score.toFixed(3)} · ${why.map(({ text }) => text).join(' · ')}`] : [];
        showHit(task.out, {
          ...{ place: String(i + 1).padStart(2), memory, notes, now: task.world.now() },
          marked: question,
        });
      });
      const numbered = output.passages.map((passage, i) => ({
        number: output.hits.length + i + 1,
        ...passage,
      }));
      if (output.hits.length > 0 && numbered.length > 0) task.out.line();
      showPassages(task, numbered, question);
    });
    return isEmpty ? EXIT.nothing : EXIT.done;
  };
}

function askBriefing(task: CommandRun, question: string, values: Values): Call {
  const budget = optionNumber('--budget', values.budget, { from: 1, to: 100_000, whole: true });
  const phase = values.phase === undefined ? undefined : optionChoice('--phase', values.phase, PHASES);
  const only = values.type?.map((type) => optionChoice('--type', type, typeOption));
  return async (client) => {
    const output = await client.call('recall', {
      question,
      ...(values.file && { files: values.file.map((file) => filePath(task, values, file)) }),
      ...(values.symbol && { symbols: values.symbol }),
      ...(phase && { phase }),
      ...(only && { types: only }),
      ...(budget !== undefined && { budget }),
      ...(values.fast && { fast: true }),
      ...layersOf(values),
    });
    answer(task, output, () => showBriefing(task, output, values.why === true));
    return EXIT.done;
  };
}

function showAnswer({ out, err, world }: CommandRun, answered: Output<'ask'>, why: boolean): void {
  const { question, sentences, citations, passages, work, tasks, failures, by, model } = answered;
  if (by === 'nothing') {
    err.line('Nothing in memory or past sessions answers that.');
    err.line(err.paint('dim', 'Run `sqrl ask --hits` to see the nearest memories.'));
    return;
  }
  showRepository({ out, world }, answered);
  showWork({ out, world }, work);
  showFailures({ out, world }, failures);
  for (const { text, cites } of sentences) {
    const marks = cites.map((number) => `[${number}]`).join('');
    for (const line of wrap(`${visible(text)} ${marks}`, out.width)) out.line(line);
  }
  if (citations.length > 0) out.line();
  for (const cited of citations) {
    const { number, id, type, text, note, createdAt, why: reasons } = cited;
    const doubts = [
      ...(cited.earlier ? ['earlier'] : []),
      ...(cited.stale ? ['may be out of date'] : []),
      ...(cited.needsReview ? ['needs review'] : []),
    ];
    const from = note === null ? [] : [`note ${oneLine(note)}`];
    const facts = [id, ...from, relativeTime(createdAt, world.now()), ...doubts]
      .map((fact) => `· ${fact}`)
      .join(' ');
    out.line(
      `${out.paint('bold', `[${number}]`)} ${paintedGroup(out, { type: type as never, key: null })} ${out.paint('dim', facts)}`,
    );
    // The reader compares a model's wording with the memories it was made from.
    if (by === 'model') for (const line of wrap(visible(text), out.width - 4)) out.line(`    ${line}`);
    for (const reason of why ? reasons : []) out.line(out.paint('dim', `    ${oneLine(reason.text)}`));
  }
  if (citations.length > 0 && passages.length > 0) out.line();
  showPassages({ out, world }, passages, question);
  showTasks({ out, world }, tasks);
  if (model !== null) err.line(err.paint('dim', `Worded by ${oneLine(model)}.`));
}

function showBriefing(
  { out, err }: CommandRun,
  { text, lines, left, tokens, budget, kind, phase }: Output<'recall'>,
  why: boolean,
): void {
  if (text === '') {
    err.line('No memory helps with that.');
    err.line(err.paint('dim', 'Run `sqrl ask --hits` to see the nearest memories.'));
  } else if (!why) out.line(visible(text));
  for (const { memory, score, why: reasons } of why ? lines : []) {
    out.line(
      `${score.toFixed(3)}  ${out.paint('bold', memory.id)}  ${quotedFrom(memory, oneLine(memory.text))}`,
    );
    for (const reason of reasons) out.line(out.paint('dim', `         ${oneLine(reason.text)}`));
  }
  if (why && left.length > 0) {
    out.line();
    out.line('Left out:');
    for (const { id, text: said, because } of left)
      out.line(
        `  ${id}  ${oneLine(said).slice(0, 100)}\n         ${out.paint('dim', oneLine(because.text))}`,
      );
  }
  if (why)
    err.line(err.paint('dim', `Question kind ${kind}, phase ${phase}: ${tokens} of ${budget} tokens.`));
}
