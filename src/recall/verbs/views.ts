import type { Memory, MemoryType } from '../../model/memory.ts';
import { redactSync } from '../../redact/redact.ts';
import { codeState } from '../../store/code/state.ts';
import { eventsEver, keepView, keptView, memoryMark } from '../../store/delivery/views.ts';
import { hotFiles } from '../../store/events/last-work.ts';
import { writeIncidental } from '../../store/incidental.ts';
import type { MemoryFilter } from '../../store/memory/filters.ts';
import { memoriesUnder } from '../../store/memory/keyed.ts';
import { memoryAt, rowById } from '../../store/memory/memories.ts';
import type { Store } from '../../store/store.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { cited } from '../cite.ts';
import { isAboutPaths, PITFALLS, type PitfallsView, pitfalls } from '../views/pitfalls.ts';
import { type ProjectBriefView, projectBrief } from '../views/project-brief.ts';
import { isStale, type ViewName } from '../views/staleness.ts';
import { type UserStyleView, userStyle } from '../views/user-style.ts';
import type { ViewMemory } from '../views/view.ts';
import { askable, askableWhere } from './asked-for.ts';
import { relevant } from './context-hits.ts';
import { modulesSeen } from './mapped-modules.ts';

export type View = UserStyleView | ProjectBriefView | PitfallsView;

/** How the person likes things done, here and everywhere. */
export const userStyleView = (engine: Engine, { user = null }: { user?: string | null } = {}) =>
  kept(engine, {
    name: 'user_style',
    // It speaks of the user's own memories too, and must go where they are forgotten.
    store: engine.user.store,
    args: { project: engine.project?.id ?? null, user },
    make: async (at): Promise<BuiltView<UserStyleView>> => {
      const found = askableWhere(
        engine,
        engine.indexedStores,
        { types: ['preference'] },
        { is: isEverywhere },
      );
      const viewed = found.map(asViewed);
      const about = { project: engine.project?.root ?? null, user, at };
      return { view: userStyle(viewed, about), of: viewed };
    },
  });

/** What this project is: its parts, what holds in it, how things are run, where most is changed. */
export const projectBriefView = (engine: Engine) =>
  kept(engine, {
    name: 'project_brief',
    store: engine.own.store,
    args: {},
    make: async (at): Promise<BuiltView<ProjectBriefView>> => {
      const of = (filter: MemoryFilter, is: (memory: Memory) => boolean) =>
        askableWhere(engine, [engine.own], filter, { is }).map(asViewed);
      const commands = askable(engine, memoriesUnder(engine.own.store, 'command.')).map(asViewed);
      const matter = {
        modules: modulesSeen(engine),
        facts: of({ types: FACTS }, (memory) => isEverywhere(memory) && isFact(memory)),
        commands: commands.filter(({ memory }) => isEverywhere(memory)),
        insights: of({ types: ['module_insight'] }, () => true),
        hot: hotFiles(engine.own.store, { within: LATELY, limit: HOT }),
      };
      const view = projectBrief(matter, { project: engine.project?.root ?? null, at });
      return { view, of: [...matter.facts, ...matter.commands, ...matter.insights] };
    },
  });

/** What to look out for: everywhere, about some paths, or for a task. */
export const pitfallsView = async (
  engine: Engine,
  { paths = [], task = null }: { paths?: readonly string[]; task?: string | null } = {},
) => {
  const asked = task === null ? null : redactSync(task).text;
  const about = { project: engine.project?.root ?? null, paths: paths.toSorted(), task: asked };
  return kept(engine, {
    name: 'pitfalls',
    // What a person is about to do is not written to disk.
    store: asked === null ? engine.own.store : undefined,
    args: { paths: about.paths },
    make: async (at): Promise<BuiltView<PitfallsView>> => {
      const is = (memory: Memory) => paths.length === 0 || isAboutPaths(memory, paths);
      const traps = askableWhere(engine, [engine.own], { types: [...PITFALLS] }, { is }).map(asViewed);
      const { hits } = asked
        ? await relevant(engine, { text: asked, files: paths, types: [...PITFALLS], limit: 10 })
        : { hits: [] };
      const first = hits.map(asViewed);
      const view = pitfalls({ traps, first }, { ...about, at });
      return { view, of: [...traps, ...first] };
    },
  });
};

const DAY_MS = 86_400_000;
const LATELY = 30 * DAY_MS;
const HOT = 8;

const asViewed = ({ memory }: { memory: Memory }): ViewMemory => ({ memory, line: cited(memory) });

/** What holds under a name, but for what is told elsewhere; and what a person stands for. */
const isFact = ({ key, type, pinned, verified, source }: Memory): boolean =>
  key !== null
    ? !/^(?:command|style|replies|workflow|work)\./.test(key)
    : (type === 'decision' || type === 'requirement') && (pinned || verified || source === 'user_taught');

const FACTS: MemoryType[] = ['decision', 'requirement', 'preference', 'pattern'];

const isEverywhere = ({ scope }: Memory): boolean => scope === 'global' || scope === 'project';

interface BuiltView<V extends View> {
  view: V;
  /** The memories it may be made of. */
  of: readonly ViewMemory[];
}

/** A view as it was kept, where it still holds; else made anew. What did not change keeps the time at which it became so. */
async function kept<V extends View>(
  engine: Engine,
  {
    name,
    store,
    args,
    make,
  }: {
    name: ViewName;
    /** Nowhere, where it is not to be kept. */
    store: Store | undefined;
    args: object;
    make(at: string): Promise<BuiltView<V>>;
  },
): Promise<V> {
  const now = { at: engine.now(), events: eventsEver(engine.own.store) };
  const key = JSON.stringify(args);
  const before = store && keptView(store, name, key);
  if (
    before &&
    !isStale(name, { at: before.madeAt, events: before.events }, now) &&
    holds(engine, before.basis)
  )
    return JSON.parse(before.json) as V;
  const { view, of } = await make(new Date(now.at).toISOString());
  const old = before && (JSON.parse(before.json) as V);
  const made = old && isSame(old, view) ? { ...view, generated_at: old.generated_at } : view;
  const json = JSON.stringify(made);
  // What was not chosen is told by the mark of all memories; only insights stand in a view without their id.
  const told = of.filter(({ memory }) => json.includes(memory.id) || memory.type === 'module_insight');
  const basis = JSON.stringify(basisOf(engine, told));
  const kept = { json, madeAt: now.at, events: now.events, basis };
  if (store) writeIncidental(store, () => keepView(store, name, key, kept));
  return made;
}

const isSame = (a: View, b: View): boolean =>
  JSON.stringify({ ...a, generated_at: '' }) === JSON.stringify({ ...b, generated_at: '' });

interface ViewBasis {
  marks: string[];
  memories: [id: string, updatedAt: number][];
}

const basisOf = (engine: Engine, of: readonly ViewMemory[]): ViewBasis => ({
  marks: marksOf(engine),
  memories: of.map(({ memory }) => [memory.id, memory.updatedAt]),
});

/** The state of all memories, and whether the code is known: that it is at last should not wait. */
const marksOf = ({ indexedStores, own }: Engine): string[] => [
  ...indexedStores.map(({ store }) => memoryMark(store)),
  codeState(own.store, 'indexed_at') === undefined ? 'no code' : 'code',
];

/** Whether what a view was made of is as it was, and may still be told: some things expire, or a branch is left. */
function holds(engine: Engine, basis: string): boolean {
  const { marks, memories } = JSON.parse(basis) as ViewBasis;
  if (JSON.stringify(marksOf(engine)) !== JSON.stringify(marks)) return false;
  const now = memories.flatMap(([id, updatedAt]) => {
    const memory = memoryOf(engine.indexedStores, id);
    return memory?.updatedAt === updatedAt ? [{ memory }] : [];
  });
  return now.length === memories.length && askable(engine, now).length === memories.length;
}

function memoryOf(indexedStores: readonly IndexedStore[], id: string): Memory | undefined {
  for (const { store } of indexedStores) {
    const row = rowById(store, id);
    if (row !== undefined) return memoryAt(store, row);
  }
  return undefined;
}
