import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { codeGeneration, codeState } from '@sqrl/code-graph/tables/state.ts';
import { graphModules } from '../../codebase/graph-layers.ts';
import { deliveredSince } from '../../store/delivery/receipts.ts';
import type { Engine } from '../../workspace/workspace.ts';

/** A part of the code as the map of the code knows it. */
export interface MappedModule {
  name: string;
  folder: string;
  files: readonly string[];
  tests: readonly string[];
  entries: readonly string[];
  leansOn: readonly string[];
}

const ORDER = [
  'command.run',
  'command.test',
  'command.single_test',
  'command.test_e2e',
  'command.build',
  'command.typecheck',
  'command.lint',
  'command.format',
  'command.install',
];

/** Orders the keys under which it is kept how things are run. */
export const byCommand = (a: { key: string | null }, b: { key: string | null }): number =>
  placeOf(a.key) - placeOf(b.key) || ((a.key ?? '') < (b.key ?? '') ? -1 : 1);

function placeOf(key: string | null): number {
  const at = ORDER.indexOf((key ?? '').split('/')[0]!);
  return at < 0 ? ORDER.length : at;
}

const known = new WeakMap<Engine['own'], { generation: number; modules: MappedModule[] }>();

/** The parts of the code as far as it is known; none where it is not indexed. Found once for each state of the code. */
export function modulesSeen(engine: Engine): MappedModule[] {
  const { store } = engine.own;
  if (!engine.project || codeState(store, 'indexed_at') === undefined) return [];
  const generation = codeGeneration(store);
  const before = known.get(engine.own);
  if (before?.generation === generation) return before.modules;
  const { modules: found, couplings } = graphModules(engine, { limit: Number.POSITIVE_INFINITY });
  const modules = found.map(({ name, folder, files, tests, entryPoints }) => ({
    name,
    folder,
    files,
    tests,
    entries: entryPoints.map(({ path }) => path),
    leansOn: couplings.filter(({ from }) => from === name).map(({ to }) => to),
  }));
  known.set(engine.own, { generation, modules });
  return modules;
}

export const moduleNames = (engine: Engine): string[] =>
  modulesSeen(engine)
    .toSorted((a, b) => b.files.length - a.files.length || (a.name < b.name ? -1 : 1))
    .map(({ name, folder }) => (folder === '' || folder === name ? name : `${name} (${folder})`));

/**
 * Whether the code of a repository, which the daemon reads by itself, was not yet read to its end. It is said to the first
 * sessions only: where the reading failed, or no daemon follows the code, it would be said for ever.
 */
export const isIndexing = ({ project, own: { store } }: Engine): boolean =>
  project !== undefined &&
  codeState(store, 'indexed_at') === undefined &&
  existsSync(join(project.root, '.git')) &&
  deliveredSince(store, 0).sessions < MAX_TOLD_SESSIONS;

const MAX_TOLD_SESSIONS = 3;
