import type { Message } from '../../../base/messages.ts';
import { oneLine } from '../../../base/plain.ts';
import { Problem } from '../../../base/problem.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import {
  showCompanions,
  showImported,
  showModules,
  showPackages,
  showPackageUse,
} from '../../graph-layers-view.ts';
import {
  showCalls,
  showContents,
  showDefinitions,
  showEmbedded,
  showHits,
  showImpact,
  showIndexed,
  showOthers,
  showStatus,
  showTests,
  showTies,
} from '../../graph-view.ts';
import { answer, type CommandRun, filePath, openMemory } from '../../task.ts';
import { optionChoice, optionNumber, usage } from '../../usage.ts';

export const help = `
Usage: sqrl graph QUESTION [WORDS] [--depth N] [--limit N]

  sqrl graph index [--watch]      Index new and changed code of this project
  sqrl graph status               What is indexed, and what is pending
  sqrl graph contents FILE        Symbols in a file, how often they are used, and memories about them
  sqrl graph define NAME          Where is this defined?
  sqrl graph callers NAME         What uses it?
  sqrl graph callees NAME         What does it use?
  sqrl graph deps FILE            Which files does this one depend on?
  sqrl graph dependents FILE      Which files depend on it?
  sqrl graph impact NAME          What may break when it changes? Code, then tests
  sqrl graph tests NAME           Which tests run it, and which may?
  sqrl graph search QUESTION      Code that matches words, names and meaning
  sqrl graph embed                Embed all code chunks now; a fast embedder does it in the background
  sqrl graph together FILE        What else changes with this file?
  sqrl graph modules              Modules and the dependencies between them
  sqrl graph packages [NAME]      External packages; of one, what imports it and what is remembered about it
  sqrl graph import-scip FILE     Import links from a SCIP index

  --depth N    With impact and tests: at most N steps (3, 8)
  --limit N    At most N results
  --watch      With index: keep indexing changes; stop with Ctrl-C

A NAME is \`add\`, \`Cart.add\`, \`shop::cart::add\`, \`src/cart.ts:add\` or a file; the end of a path is enough.
Queries index changed files first, so running \`index\` by hand is not necessary; a large repository may answer from
its stored index, and says so. Exits with status 3 if nothing is found.

Examples:
  $ sqrl graph impact Cart.add
  $ sqrl graph callers src/cart.ts:total --json
`;
export const options = {
  depth: { type: 'string' },
  limit: { type: 'string' },
  watch: { type: 'boolean' },
} as const satisfies Options;

const QUESTIONS = [
  'index',
  'status',
  'contents',
  'define',
  'callers',
  'callees',
  'deps',
  'dependents',
  'impact',
  'tests',
  'search',
  'embed',
  'together',
  'modules',
  'packages',
  'import-scip',
] as const;

/** The answer to a question. */
interface Answered {
  output: { readonly [field: string]: unknown };
  found: boolean;
  show: () => void;
}

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('graph', task.argv, options);
  const [asked, ...rest] = words;
  if (asked === undefined)
    throw usage(
      'graph needs a question.',
      `Choose one of: ${QUESTIONS.join(', ')}. Run \`sqrl help graph\`.`,
    );
  const question = optionChoice('graph', asked, QUESTIONS);
  const limit = optionNumber('--limit', values.limit, { from: 1, to: 10_000, whole: true });
  const depth = optionNumber('--depth', values.depth, { from: 1, to: 20, whole: true });
  const ask = questionsOf(task, {
    watch: values.watch === true,
    some: { ...(limit !== undefined && { limit }) },
    deep: { ...(depth !== undefined && { depth }) },
    maybe: (what) => positionalsOf('graph', rest, { what, from: 0, to: 1 })[0],
    none: () => void positionalsOf('graph', rest, { what: `nothing after ${question}`, from: 0, to: 0 }),
    word: (what) => positionalsOf('graph', rest, { what, from: 1, to: 1 })[0]!,
    all: (what) => positionalsOf('graph', rest, { what, from: 1, to: Number.POSITIVE_INFINITY }),
    file: (typed) => filePath(task, values, typed),
  })[question];
  await using client = await openMemory(task, values);
  const { output, found, show } = await ask(client);
  answer(task, output, () => {
    if (found) show();
    else
      task.err.line(
        oneLine((output.none as Message | null | undefined)?.text ?? 'No result in the code graph.'),
      );
    const print = found ? task.out : task.err;
    if (!found) showOthers(task, (output.others ?? []) as Output<'graphTests'>['others']);
    for (const { text } of (output.unseen ?? []) as Message[]) print.line(print.paint('dim', oneLine(text)));
    showPending(task, output.pending as Output<'graphTests'>['pending'] | undefined);
  });
  return found ? EXIT.done : EXIT.nothing;
}

/** What was typed after the question, in the shapes that questions take it. */
interface Typed {
  watch: boolean;
  some: { limit?: number };
  deep: { depth?: number };
  none(): void;
  word(what: string): string;
  maybe(what: string): string | undefined;
  all(what: string): string[];
  file(typed: string): string;
}

function questionsOf(
  task: CommandRun,
  { watch, some, deep, none, word, maybe, all, file }: Typed,
): Record<(typeof QUESTIONS)[number], (client: VerbClient) => Promise<Answered>> {
  const named = () => ({ symbol: word('a name'), ...some });
  const placed = () => ({ path: file(word('a file')), ...some });
  return {
    index: async (client) => {
      none();
      if (watch) task.err.line(task.err.paint('dim', 'Indexing code as it changes; stop with Ctrl-C.'));
      const output = await client.call('graphIndex', { watch }, watch ? { onProgress: tellerOf(task) } : {});
      if (output.stopped && !watch)
        throw new Problem(
          'Interrupted.',
          'Files already indexed are kept. Run the command again for the rest.',
          'cancelled',
        );
      return { output, found: true, show: () => showIndexed(task, output) };
    },
    status: async (client) => {
      none();
      const output = await client.call('graphStatus', {});
      return { output, found: true, show: () => showStatus(task, output) };
    },
    contents: async (client) => {
      const output = await client.call('graphContents', { path: placed().path });
      const found = output.symbols.length + output.memories.length > 0 || output.unparsed !== null;
      return { output, found, show: () => showContents(task, output) };
    },
    define: async (client) => {
      const output = await client.call('graphDefine', named());
      return { output, found: output.symbols.length > 0, show: () => showDefinitions(task, output) };
    },
    callers: async (client) => {
      const output = await client.call('graphCallers', named());
      return { output, found: output.total > 0, show: () => showCalls(task, output, 'callers') };
    },
    callees: async (client) => {
      const output = await client.call('graphCallees', named());
      return { output, found: output.total > 0, show: () => showCalls(task, output, 'callees') };
    },
    deps: async (client) => {
      const output = await client.call('graphDeps', placed());
      return { output, found: output.total > 0, show: () => showTies(task, output, 'depends on') };
    },
    dependents: async (client) => {
      const output = await client.call('graphDependents', placed());
      return { output, found: output.total > 0, show: () => showTies(task, output, 'is used by') };
    },
    impact: async (client) => {
      const output = await client.call('graphImpact', { ...named(), ...deep });
      return { output, found: output.total > 0, show: () => showImpact(task, output) };
    },
    tests: async (client) => {
      const output = await client.call('graphTests', { ...named(), ...deep });
      return { output, found: output.total > 0, show: () => showTests(task, output) };
    },
    search: async (client) => {
      const output = await client.call('graphSearch', { question: all('some words').join(' '), ...some });
      return { output, found: output.hits.length > 0, show: () => showHits(task, output) };
    },
    embed: async (client) => {
      none();
      const output = await client.call('graphEmbed', {});
      return { output, found: output.total > 0, show: () => showEmbedded(task, output) };
    },
    together: async (client) => {
      const output = await client.call('graphTogether', placed());
      return { output, found: output.together.length > 0, show: () => showCompanions(task, output) };
    },
    modules: async (client) => {
      none();
      const output = await client.call('graphModules', some);
      return { output, found: output.modules.length > 0, show: () => showModules(task, output) };
    },
    packages: async (client) => {
      const name = maybe('at most one package');
      const output = await client.call('graphPackages', { ...(name !== undefined && { name }), ...some });
      const { use } = output;
      return {
        output,
        found: use !== null || (name === undefined && output.total > 0),
        show: () => (use ? showPackageUse(task, use) : showPackages(task, output)),
      };
    },
    'import-scip': async (client) => {
      const output = await client.call('graphImportScip', { file: file(word('a file')) });
      return { output, found: output.files > 0, show: () => showImported(task, output) };
    },
  };
}

/** A line for each update: a bar would have no end to run towards. */
const tellerOf =
  (task: CommandRun) =>
  (_done: number, _total: number, { code, text }: Message) => {
    if (!task.json && (code === 'work.codeRead' || code === 'work.codePathsRead'))
      task.out.line(oneLine(text));
  };

/** Says which files are not in the answer as they are now. */
function showPending({ err }: CommandRun, pending: Output<'graphTests'>['pending'] | undefined): void {
  if (pending?.unchecked)
    err.line(
      err.paint(
        'yellow',
        'Answered from the stored index: files are still being compared with it. Ask again soon.',
      ),
    );
  if (!pending || pending.total === 0) return;
  const more =
    pending.total > pending.paths.length ? `, and ${pending.total - pending.paths.length} more` : '';
  err.line(
    err.paint('yellow', `Changed and not indexed yet: ${pending.paths.map(oneLine).join(', ')}${more}`),
  );
}
