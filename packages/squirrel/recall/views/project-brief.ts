import { dirname, join } from 'node:path/posix';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { printed, printedName } from '@sqrl/base/model/printed.ts';
import { toldMemory } from '@sqrl/base/model/sync/told.ts';
import { cited } from '../cite.ts';
import { byCommand } from './command-order.ts';
import { eachOnce, mostImportant, type ViewHead, type ViewPlace, viewHead } from './view.ts';

/** A part of the code as the map of the code knows it. */
export interface MappedModule {
  name: string;
  folder: string;
  files: readonly string[];
  tests: readonly string[];
  /** Where it is entered. */
  entries: readonly string[];
  /** Other parts it leans on, the most first. */
  leansOn: readonly string[];
}

export interface ProjectBriefView extends ViewHead<'project_brief_view'> {
  modules: { name: string; paths: string[]; summary: string }[];
  key_facts: string[];
  /** How things are run here. */
  commands: { key: string; summary: string; memory_id: string }[];
  /** Files that are changed most often lately. */
  hot_spots: { path: string; changed: number }[];
}

export interface BriefMatter {
  modules: readonly MappedModule[];
  /** Under a name, or decided. */
  facts: readonly Memory[];
  commands: readonly Memory[];
  /** What parts of the code are for. */
  insights: readonly Memory[];
  hot: readonly { path: string; changed: number }[];
}

const MAX_MODULES = 15;
const MAX_FACTS = 20;

/** Sums a project up: its parts, what holds in it, how things are run, where most is changed. */
export function projectBrief(
  { modules, facts, commands, insights, hot }: BriefMatter,
  place: ViewPlace,
): ProjectBriefView {
  const largest = modules
    .toSorted((a, b) => b.files.length - a.files.length || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_MODULES);
  const parts = largest.map((module) => ({
    name: module.name,
    paths: pathsOf(module, modules),
    summary: summaryOf(module, insights),
  }));
  const known = eachOnce(facts.toSorted(mostImportant)).slice(0, MAX_FACTS);
  const run = commands.toSorted(byCommand);
  const said: [string, string[]][] = [
    ['Key facts', known.map((memory) => labelled(memory.key, cited(memory)))],
    ['Commands', run.map(cited)],
    [
      'Modules',
      parts.map(
        ({ name, paths, summary }) =>
          `${printed(name, 100)} (${paths.map((path) => printedName(path)).join(', ')}): ${summary}`,
      ),
    ],
    ['Most changed recently', hot.map(({ path, changed }) => `${printedName(path)} (${changed} times)`)],
  ];
  return {
    ...viewHead('project_brief_view', 'Project brief', said, place),
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
  return [...new Set(paths)].sort().slice(0, MAX_SHOWN);
}

const MAX_SHOWN = 4;

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
  const sizes = [`${files.length} ${files.length === 1 ? 'file' : 'files'}`];
  if (tests.length > 0) sizes.push(`${tests.length} ${tests.length === 1 ? 'test' : 'tests'}`);
  return [
    sizes.join(' and '),
    ...(entries.length > 0
      ? [
          `entry points: ${entries
            .slice(0, 2)
            .map((entry) => printedName(entry))
            .join(', ')}`,
        ]
      : []),
    ...(leansOn.length > 0
      ? [
          `imports ${leansOn
            .slice(0, 3)
            .map((name) => printed(name, 100))
            .join(', ')}`,
        ]
      : []),
  ].join('; ');
}

/** `tool.test_runner.e2e` is the "Test runner (e2e)". */
function labelled(key: string | null, text: string): string {
  const [, ...parts] = (key ?? '').split('.');
  const [first, ...rest] = parts.map((part) => part.replaceAll('_', ' '));
  if (first === undefined || first === '') return text;
  const label = first[0]!.toUpperCase() + first.slice(1) + (rest.length > 0 ? ` (${rest.join(' ')})` : '');
  return `${printed(label, 100)}: ${text}`;
}
