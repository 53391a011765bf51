import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { branchCheckedOut } from '@sqrl/base/git/head.ts';
import type { Notice } from '@sqrl/base/messages.ts';
import type { Phase } from '@sqrl/base/model/episode.ts';
import { memoryImportance } from '@sqrl/base/model/importance.ts';
import type { Memory, MemoryType } from '@sqrl/base/model/memory.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import { codeGeneration, codeState } from '@sqrl/code-graph/tables/state.ts';
import { graphModules } from '../../codebase/graph-layers.ts';
import { deliveredSince } from '../../store/delivery/receipts.ts';
import { type MemoryFilter, memoriesWhere } from '../../store/memory/filters.ts';
import type { Row } from '../../store/memory/memories.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import { likenessAmong } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { distinct } from '../answering.ts';
import { isWithin, type Listener, tellable } from '../deliver/delivery-text.ts';
import { type LoadedRules, NONE_LOADED, roomFor } from '../deliver/loaded-rules.ts';
import { inWords, isRelevant, type PromptMatch, strengthOf } from '../deliver/strength.ts';
import type { Hit } from '../find.ts';
import { type ShownHit, search } from '../verbs/find.ts';

interface ContextQuery {
  /** The task, without secrets. */
  text: string;
  files: readonly string[];
  /** Files that will probably be: what warns of them is told, and nothing else on their account. */
  likely?: readonly string[] | undefined;
  phase?: Phase | undefined;
  types?: readonly MemoryType[] | undefined;
  /** What the agent has read already. */
  loaded?: LoadedRules | undefined;
  limit: number;
}

type RelevantHit = ShownHit & { strength: PromptMatch };

/** The memories that have to do with a task and may be told, best first: not only the nearest there are, but near. */
export async function relevant(
  engine: Engine,
  { text, files, likely = [], phase, types, loaded = NONE_LOADED, limit }: ContextQuery,
): Promise<{ hits: RelevantHit[]; notices: Notice[] }> {
  const said = typedWords(text).trim().slice(0, MAX_QUESTION_CHARS);
  const around = [...new Set([...files, ...likely])];
  const { hits, notices } = await search(engine, {
    question: said,
    files: around,
    phase,
    limit: limit + roomFor(loaded),
    filter: { ...(types && { types: [...types] }) },
    // What is in doubt must not push out what says the same and may be told: doubles go afterwards.
    repeats: true,
    // All that helps is told, section by section: which of it comes first is not worth the time of a second look.
    rerank: false,
    explicit: said !== '',
  });
  const may = askable(
    engine,
    hits.filter(({ memory }) => isWithin(memory, around)),
    loaded,
  );
  const once = new Set<Hit>(distinct(may, likenessAmong(may)).kept);
  const told = may.filter((hit) => once.has(hit));
  const words = contentWords(said);
  const atHand = new Set(files);
  const strong = told
    .map((hit) => ({ ...hit, strength: strengthOf(words, hit.memory, measuredCosine(engine, hit), atHand) }))
    .filter(({ strength, memory }) => isHelpful(strength) || warnsOf(memory, likely))
    .map((hit) => ({ ...hit, why: [inWords(hit.strength), ...hit.why] }));
  return { hits: strong, notices };
}

const warnsOf = ({ type, files }: Memory, some: readonly string[]): boolean =>
  WARNINGS.has(type) && files.some((file) => some.includes(file));

const WARNINGS: ReadonlySet<MemoryType> = new Set([
  'gotcha',
  'dead_end',
  'error_pattern',
  'causal_dependency',
]);

/** What is wanted is said in the first words. */
const MAX_QUESTION_CHARS = 1500;

/** Whether it was measured how near is near with the present embedder. */
export const isMeasured = ({ meaning, settings }: Engine): boolean =>
  settings.search.meaning > 0 && /squirrel-s[23]/.test(meaning.model);

/** How near a hit is to what was asked; undefined where the embedder's scale is not known. */
export const measuredCosine = (engine: Engine, { cosine }: Hit): number | undefined =>
  isMeasured(engine) ? cosine : undefined;

/** A caller that asks for a context gets more than is said unasked, but nothing that is in doubt or does not hold here. */
const askerOf = (engine: Engine): Listener => ({
  session: '',
  branch: engine.project ? branchCheckedOut(engine.project.root) : null,
  level: 'autonomous',
  now: engine.now(),
});

export const askable = <T extends { memory: Memory }>(
  engine: Engine,
  items: readonly T[],
  loaded: LoadedRules = NONE_LOADED,
): T[] => tellable(engine, items, { listener: askerOf(engine), told: new Set(), loaded }).may;

/** Of the latest memories of some shelves those that a filter and a test let through and that may be told, the most important first. */
export function askableWhere(
  engine: Engine,
  indexedStores: readonly IndexedStore[],
  filter: MemoryFilter,
  { is = () => true, latest = MAX_MEMORIES }: { is?: (memory: Memory) => boolean; latest?: number } = {},
): { indexedStore: IndexedStore; row: Row; memory: Memory }[] {
  const page = { now: engine.now(), limit: latest, order: 'newest' } as const;
  const found = indexedStores
    .flatMap((indexedStore) =>
      memoriesWhere(indexedStore.store, { whose: {}, ...filter, needsReview: false }, page).map(
        ({ row, memory }) => ({
          indexedStore,
          row,
          memory,
        }),
      ),
    )
    .filter(({ memory }) => is(memory))
    .sort((a, b) => mostImportant(a.memory, b.memory))
    .slice(0, WEIGHED);
  return askable(engine, found);
}

const MAX_MEMORIES = 2000;
/** To look whether one may be told takes time. */
const WEIGHED = 80;

/**
 * Worth a line for a caller that asked what helps. Less is enough than unasked: of 350 questions in other words
 * than their answers this lets 49 % of the answers through, against 16 %, and of 650 memories of other projects 1.5.
 */
const isHelpful = (strength: PromptMatch): boolean => {
  const { cosine, shared, share } = strength;
  if (isRelevant(strength)) return true;
  return cosine === undefined
    ? shared >= 2 && share >= 0.12
    : cosine >= 0.345 || (cosine >= 0.235 && shared >= 2);
};

export const mostImportant = (a: Memory, b: Memory): number =>
  memoryImportance(b) - memoryImportance(a) || b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1);

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
