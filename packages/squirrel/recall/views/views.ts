import { dirname, join } from 'node:path/posix';
import { DAY_MS } from '@sqrl/base/durations.ts';
import { memoryImportance } from '@sqrl/base/model/importance.ts';
import type { Memory, MemoryType } from '@sqrl/base/model/memory.ts';
import { printed, printedHeading, printedName } from '@sqrl/base/model/printed.ts';
import { toldMemory } from '@sqrl/base/model/sync/told.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { hotFiles } from '../../store/events/last-work.ts';
import type { MemoryFilter } from '../../store/memory/filters.ts';
import { memoriesUnder } from '../../store/memory/places.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import {
  askable,
  askableWhere,
  byCommand,
  type MappedModule,
  modulesSeen,
  mostImportant,
  relevant,
} from '../context/context-hits.ts';
import { cited } from '../context/lines.ts';
import { VIEWS, writeViews } from './write-views.ts';

type ViewsRequest = Partial<Parsed<'views'>>;

export async function showViews(
  engine: Engine,
  { names = [...VIEWS], write = false, ...asked }: ViewsRequest,
) {
  const made = [];
  for (const name of new Set(names)) made.push({ name, view: await MAKERS[name](engine, asked) });
  const written = write ? writeViews(engine, made) : { written: [], unchanged: [] };
  return { views: made.map(({ view }) => view), ...written };
}

const MAKERS = { user_style: userStyle, project_brief: projectBriefNow, pitfalls };

export type PitfallsView = Awaited<ReturnType<typeof pitfalls>>;
export type ProjectBriefView = ReturnType<typeof projectBrief>;

const placeOf = ({ project, now }: Pick<Engine, 'project' | 'now'>) => ({
  project: project?.root ?? null,
  at: new Date(now()).toISOString(),
});

/** The head of a view, with its sections as Markdown; empty where no section has a line. */
function viewHead<T extends string>(
  type: T,
  title: string,
  sections: readonly [heading: string, lines: readonly string[]][],
  { project, at }: ReturnType<typeof placeOf>,
) {
  const parts = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => `## ${heading}\n\n${lines.map((line) => `- ${line}`).join('\n')}`);
  const markdown = parts.length === 0 ? '' : [`# ${title}`, ...parts].join('\n\n');
  return {
    type,
    project_id: project,
    generated_at: at,
    token_estimate: estimateTokens(markdown),
    markdown,
  };
}

const memoriesFor = (
  engine: Engine,
  stores: readonly IndexedStore[],
  filter: MemoryFilter,
  is?: (memory: Memory) => boolean,
): Memory[] => askableWhere(engine, stores, filter, { ...(is && { is }) }).map(({ memory }) => memory);

const isEverywhere = ({ scope }: Memory): boolean => scope === 'global' || scope === 'project';

/** Of memories that say the same in the same words the first. */
const eachOnce = (memories: readonly Memory[]): Memory[] => [
  ...Map.groupBy(memories, ({ text }) => printed(text).toLowerCase())
    .values()
    .map(([first]) => first!),
];

const MAX_ITEMS = 20;

/** Memories as items and as sections, each under one of the headings or under one of its own. */
function listed(
  memories: readonly Memory[],
  headingOf: (memory: Memory) => string,
  headings: readonly string[] = [],
) {
  const kept = eachOnce(memories).slice(0, MAX_ITEMS);
  const groups = Map.groupBy(kept, headingOf);
  return {
    items: kept.map((memory) => ({
      key: memory.key ?? `${memory.type}.${memory.id}`,
      summary: toldMemory(memory),
      tags: memory.tags,
      /** 0 to 1. */
      importance: memoryImportance(memory),
      memory_id: memory.id,
      files: memory.files,
    })),
    sections: [...new Set([...headings, ...groups.keys()])].map((heading): [string, string[]] => [
      heading,
      (groups.get(heading) ?? []).map(cited),
    ]),
  };
}

function userStyle(engine: Engine, { user = null }: { user?: string | null | undefined }) {
  const found = memoriesFor(engine, engine.indexedStores, { types: ['preference'] }, isEverywhere);
  const headingOf = ({ key }: Memory) => HEADINGS[(key ?? '').split('.', 1)[0]!] ?? 'Other';
  const { items, sections } = listed(found, headingOf, Object.values(HEADINGS));
  return {
    ...viewHead('user_style_view', 'User style', sections, placeOf(engine)),
    user_id: user,
    items: items.map(({ files: _, ...item }) => item),
  };
}

const HEADINGS: Record<string, string> = {
  style: 'Code',
  tool: 'Tools',
  command: 'Commands',
  git: 'Git',
  workflow: 'Workflow',
  replies: 'Replies',
};

async function pitfalls(engine: Engine, { files: paths = [], task }: Pick<ViewsRequest, 'files' | 'task'>) {
  const asked = task === undefined ? null : redactSync(task).text;
  const types: MemoryType[] = ['gotcha', 'dead_end', 'error_pattern'];
  const { hits } = asked
    ? await relevant(engine, { text: asked, files: paths, types, limit: 10 })
    : { hits: [] };
  const isAbout = (memory: Memory) => paths.length === 0 || isAboutPaths(memory, paths);
  const traps = memoriesFor(engine, [engine.own], { types }, isAbout);
  /** The file that a trap is shown under: of those that were asked for, where it is about one. */
  const headingOf = ({ files }: Memory) => {
    const file = files.find((file) => paths.some((path) => isBelow(file, path))) ?? files[0];
    return file === undefined ? 'Whole project' : printedHeading(file);
  };
  const { items, sections } = listed([...hits.map(({ memory }) => memory), ...traps], headingOf);
  return {
    ...viewHead('pitfalls_view', 'Pitfalls', sections, placeOf(engine)),
    scope_paths: paths.toSorted(),
    task_description: asked,
    items,
  };
}

/** Whether a memory is about one of some paths: a file, what lies below a folder, or what a subtree holds for. */
export const isAboutPaths = ({ files, tags, scope, scopeOf }: Memory, paths: readonly string[]): boolean =>
  paths.some(
    (path) =>
      path === '' ||
      path === '.' ||
      files.some((file) => isBelow(file, path) || isBelow(path, file)) ||
      (scope === 'path' && scopeOf !== null && (isBelow(path, scopeOf) || isBelow(scopeOf, path))) ||
      tags.includes(path),
  );

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

function projectBriefNow(engine: Engine) {
  const { own } = engine;
  const commands = askable(engine, memoriesUnder(own.store, 'command.')).map(({ memory }) => memory);
  return projectBrief(
    {
      modules: modulesSeen(engine),
      facts: memoriesFor(engine, [own], { types: FACTS }, (memory) => isEverywhere(memory) && isFact(memory)),
      commands: commands.filter(isEverywhere),
      insights: memoriesFor(engine, [own], { types: ['module_insight'] }),
      hot: hotFiles(own.store, { within: LATELY_MS, limit: MAX_HOT_FILES }),
    },
    placeOf(engine),
  );
}

const LATELY_MS = 30 * DAY_MS;
const MAX_HOT_FILES = 8;
const MAX_MODULES = 15;
const MAX_SHOWN_PATHS = 4;
const FACTS: MemoryType[] = ['decision', 'requirement', 'preference', 'pattern'];

/** What holds under a name, but for what is told elsewhere; and what a person stands for. */
const isFact = ({ key, type, pinned, verified, source }: Memory): boolean =>
  key !== null
    ? !/^(?:command|style|replies|workflow|work)\./.test(key)
    : (type === 'decision' || type === 'requirement') && (pinned || verified || source === 'user_taught');

interface BriefMatter {
  modules: readonly MappedModule[];
  facts: readonly Memory[];
  commands: readonly Memory[];
  insights: readonly Memory[];
  hot: { path: string; changed: number }[];
}

export function projectBrief(
  { modules, facts, commands, insights, hot }: BriefMatter,
  place: ReturnType<typeof placeOf>,
) {
  const parts = modules
    .toSorted((a, b) => b.files.length - a.files.length || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_MODULES)
    .map((module) => ({
      name: module.name,
      paths: pathsOf(module, modules),
      summary: summaryOf(module, insights),
    }));
  const known = eachOnce(facts.toSorted(mostImportant)).slice(0, MAX_ITEMS);
  const run = commands.toSorted(byCommand);
  const inCommas = (paths: readonly string[]) => paths.map((path) => printedName(path)).join(', ');
  return {
    ...viewHead(
      'project_brief_view',
      'Project brief',
      [
        ['Key facts', known.map((memory) => labelled(memory.key, cited(memory)))],
        ['Commands', run.map(cited)],
        [
          'Modules',
          parts.map(({ name, paths, summary }) => `${printed(name, 100)} (${inCommas(paths)}): ${summary}`),
        ],
        ['Most changed recently', hot.map(({ path, changed }) => `${printedName(path)} (${changed} times)`)],
      ],
      place,
    ),
    modules: parts,
    key_facts: known.map((memory) => labelled(memory.key, toldMemory(memory))),
    commands: run.map((memory) => ({ key: memory.key!, summary: toldMemory(memory), memory_id: memory.id })),
    hot_spots: hot.map(({ path, changed }) => ({ path, changed })),
  };
}

/** The whole folder where nothing else is in it, folders of its own files where they are, else files; a few of them. */
function pathsOf({ name, folder, files }: MappedModule, all: readonly MappedModule[]): string[] {
  const others = all.filter((other) => other.name !== name).flatMap((other) => other.files);
  const below = folder === '.' || folder === '' ? '' : `${folder}/`;
  const isWhole = files.every((file) => file.startsWith(below));
  if (below !== '' && isWhole && !others.some((file) => file.startsWith(below))) return [`${below}**`];
  const shared = new Set(others.map(dirname));
  const paths = files.map((file) => (shared.has(dirname(file)) ? file : join(dirname(file), '*')));
  return [...new Set(paths)].sort().slice(0, MAX_SHOWN_PATHS);
}

/** What a memory says about it, or else what its structure tells. */
function summaryOf(
  { name, folder, files, tests, entries, leansOn }: MappedModule,
  insights: readonly Memory[],
): string {
  const own = new Set([...files, name, folder]);
  const insight = insights
    .toSorted(mostImportant)
    .find(({ module, files }) => module === name || files.some((file) => own.has(file)));
  if (insight) return toldMemory(insight);
  const count = (n: number, what: string) => (n === 0 ? [] : [`${n} ${what}${n === 1 ? '' : 's'}`]);
  const few = (what: string, names: readonly string[], most: number) =>
    names.length === 0 ? [] : [`${what} ${names.slice(0, most).join(', ')}`];
  return [
    [
      ...(files.length === 0 ? ['0 files'] : count(files.length, 'file')),
      ...count(tests.length, 'test'),
    ].join(' and '),
    ...few(
      'entry points:',
      entries.map((entry) => printedName(entry)),
      2,
    ),
    ...few(
      'imports',
      leansOn.map((other) => printed(other, 100)),
      3,
    ),
  ].join('; ');
}

/** `tool.test_runner.e2e` is the "Test runner (e2e)". */
function labelled(key: string | null, text: string): string {
  const [, first, ...rest] = (key ?? '').split('.').map((part) => part.replaceAll('_', ' '));
  if (!first) return text;
  const label = first[0]!.toUpperCase() + first.slice(1) + (rest.length > 0 ? ` (${rest.join(' ')})` : '');
  return `${printed(label, 100)}: ${text}`;
}
