import { oneLine } from '@sqrl/base/plain.ts';
import { flag, takes, type Values, whole } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { nearest, optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import type { Output, Verb } from '../../../protocol/verbs.ts';
import { asks, type Form, formsOf, type Question } from '../../command.ts';
import { answer, type CommandRun, filePath, openMemory } from '../../task.ts';
import {
  showAffected,
  showCalls,
  showCompanions,
  showContents,
  showDefinitions,
  showEmbedded,
  showHits,
  showImpact,
  showImported,
  showIndexed,
  showModules,
  showOthers,
  showPackages,
  showStatus,
  showTests,
  showTies,
} from './graph-view.ts';

const help = `
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
  sqrl graph affected [COMMIT]    Which tests to run for what differs from a commit (HEAD)?
  sqrl graph search QUESTION      Code that matches words, names and meaning
  sqrl graph embed                Embed all code chunks now; a fast embedder does it in the background
  sqrl graph together FILE        What else changes with this file?
  sqrl graph modules              Modules and the dependencies between them
  sqrl graph packages [NAME]      External packages; of one, what imports it and what is remembered about it
  sqrl graph import-scip FILE     Import links from a SCIP index

  --depth N    With impact and tests: at most N steps to code (3), to tests (12)
  --limit N    At most N results
  --watch      With index: keep indexing changes; stop with Ctrl-C

A NAME is \`add\`, \`Cart.add\`, \`shop::cart::add\`, \`src/cart.ts:add\` or a file; the end of a path is enough.
Queries index changed files first, so running \`index\` by hand is not necessary; a large repository may answer from
its stored index, and says so. Exits with status 3 if nothing is found.

Examples:
  $ sqrl graph impact Cart.add
  $ sqrl graph affected
  $ sqrl graph callers src/cart.ts:total --json
`;
const options = { depth: whole(1, 20), limit: whole(1, 10_000), watch: flag };

type Options = typeof options;
type Given = Values<Options>;

/** What answers about the code may have besides: why there is none, other symbols of the name, what is not in them. */
interface Aside {
  none?: string | null;
  others?: Output<'graphTests'>['others'];
  unseen?: readonly string[];
  pending?: Output<'graphTests'>['pending'];
}

const question = <V extends Verb>(verb: V, asked: Question<V, Options>): Form<Options> =>
  asks<V, Options>(verb, {
    options: ['limit'],
    ...asked,
    show(task, output, values, words) {
      const isFound = asked.found?.(output) ?? true;
      const { none, others = [], unseen = [], pending } = output as Aside;
      if (isFound) asked.show(task, output, values, words);
      else {
        task.err.line(oneLine(none ?? 'No result in the code graph.'));
        showOthers(task, others);
      }
      for (const text of unseen) (isFound ? task.out : task.err).quiet(oneLine(text));
      showPending(task, pending);
    },
  });

const NAME = takes('a name');
const FILE = takes('a file');
const named = ({ limit }: Given, [symbol]: string[]) => ({ symbol: symbol!, limit });
const deep = (values: Given, words: string[]) => ({ ...named(values, words), depth: values.depth });
const placed = ({ limit, project }: Given, [path]: string[], task: CommandRun) => ({
  path: filePath(task, { project }, path!),
  limit,
});
const some = ({ total }: { total: number }) => total > 0;
const ofSymbol = { words: NAME, input: named, found: some };
const ofFile = { words: FILE, input: placed, found: some };
const inDepth = { ...ofSymbol, options: ['limit', 'depth'], input: deep } as const;

export const graph = formsOf('graph', {
  help,
  options,
  forms: {
    '': {
      words: takes('a question', 0, Number.POSITIVE_INFINITY),
      run: async (_task, _values, [asked]) => {
        if (asked !== undefined && nearest(asked, graph.forms!)) optionChoice('graph', asked, graph.forms!);
        const hint = asked === undefined ? '' : `To look a name up: \`sqrl graph define ${asked}\`. `;
        throw usage('graph needs a question.', `${hint}Run \`sqrl help graph\` for the list.`);
      },
    },
    index: { options: ['watch'], run: index },
    status: question('graphStatus', { options: [], input: () => ({}), show: showStatus }),
    contents: question('graphContents', {
      words: FILE,
      options: [],
      input: (values, words, task) => ({ path: placed(values, words, task).path }),
      found: ({ symbols, memories, unparsed }) => symbols.length + memories.length > 0 || unparsed !== null,
      show: showContents,
    }),
    define: question('graphDefine', {
      ...ofSymbol,
      found: ({ symbols }) => symbols.length > 0,
      show: showDefinitions,
    }),
    callers: question('graphCalls', {
      ...ofSymbol,
      show: (task, output) => showCalls(task, output, 'callers'),
    }),
    callees: question('graphCalls', {
      ...ofSymbol,
      input: (values, words) => ({ ...named(values, words), way: 'out' }),
      show: (task, output) => showCalls(task, output, 'callees'),
    }),
    deps: question('graphDeps', { ...ofFile, show: (task, output) => showTies(task, output, 'depends on') }),
    dependents: question('graphDeps', {
      ...ofFile,
      input: (values, words, task) => ({ ...placed(values, words, task), way: 'into' }),
      show: (task, output) => showTies(task, output, 'is used by'),
    }),
    impact: question('graphImpact', { ...inDepth, show: showImpact }),
    tests: question('graphTests', { ...inDepth, show: showTests }),
    affected: question('graphAffected', {
      words: takes('at most one commit', 0, 1),
      input: ({ limit }, [commit]) => ({ commit, limit }),
      found: some,
      show: showAffected,
    }),
    search: question('graphSearch', {
      words: takes('some words', 1, Number.POSITIVE_INFINITY),
      input: ({ limit }, words) => ({ question: words.join(' '), limit }),
      found: ({ hits }) => hits.length > 0,
      show: showHits,
    }),
    embed: question('graphEmbed', { options: [], input: () => ({}), found: some, show: showEmbedded }),
    together: question('graphTogether', {
      ...ofFile,
      found: ({ together }) => together.length > 0,
      show: showCompanions,
    }),
    modules: question('graphModules', {
      input: ({ limit }) => ({ limit }),
      found: ({ modules }) => modules.length > 0,
      show: showModules,
    }),
    packages: question('graphPackages', {
      words: takes('at most one package', 0, 1),
      input: ({ limit }, [name]) => ({ name, limit }),
      found: ({ use, total }) => use !== null || total > 0,
      show: showPackages,
    }),
    'import-scip': question('graphImportScip', {
      words: FILE,
      options: [],
      input: (values, words, task) => ({ file: placed(values, words, task).path }),
      found: ({ files }) => files > 0,
      show: showImported,
    }),
  },
});

async function index(task: CommandRun, { project, watch = false }: Given): Promise<ExitCode> {
  await using client = await openMemory(task, { project });
  if (watch) task.err.quiet('Indexing code as it changes; stop with Ctrl-C.');
  // A line for each update: a bar would have no end to run towards.
  const onProgress = (_done: number, _total: number, what: string) => {
    if (!task.json && what.includes('; linked ')) task.out.line(oneLine(what));
  };
  const output = await client.call('graphIndex', { watch }, watch ? { onProgress } : {});
  answer(task, output, () => showIndexed(task, output));
  return EXIT.done;
}

/** Says which files are not in the answer as they are now. */
function showPending({ err }: CommandRun, pending: Output<'graphTests'>['pending'] | undefined): void {
  if (pending?.unchecked)
    err.warn('Answered from the stored index: files are still being compared with it. Ask again soon.');
  if (!pending || pending.total === 0) return;
  const more =
    pending.total > pending.paths.length ? `, and ${pending.total - pending.paths.length} more` : '';
  err.warn(`Changed and not indexed yet: ${pending.paths.map(oneLine).join(', ')}${more}`);
}
