import { DAY_MS } from '@sqrl/base/durations.ts';
import type { Memory, MemoryType } from '@sqrl/base/model/memory.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { hotFiles } from '../../store/events/last-work.ts';
import type { MemoryFilter } from '../../store/memory/filters.ts';
import { memoriesUnder } from '../../store/memory/places.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isAboutPaths, PITFALLS, type PitfallsView, pitfalls } from '../views/pitfalls.ts';
import { type ProjectBriefView, projectBrief } from '../views/project-brief.ts';
import { type UserStyleView, userStyle } from '../views/user-style.ts';
import { VIEWS, type ViewName, type ViewPlace } from '../views/view.ts';
import { askable, askableWhere } from './asked-for.ts';
import { relevant } from './context-hits.ts';
import { modulesSeen } from './mapped-modules.ts';
import { type WrittenViews, writeViews } from './write-views.ts';

export type View = UserStyleView | ProjectBriefView | PitfallsView;

interface ViewsRequest {
  names?: readonly ViewName[] | undefined;
  /** Paths that pitfalls are wanted for. */
  files?: readonly string[] | undefined;
  /** What is about to be done. */
  task?: string | undefined;
  user?: string | undefined;
  /** Into the project's `.ctx/views`. */
  write?: boolean | undefined;
}

/** Makes views of what is known now, and writes them into the project where that is wished. */
export async function showViews(
  engine: Engine,
  { names = VIEWS, write = false, ...asked }: ViewsRequest,
): Promise<{ views: View[] } & WrittenViews> {
  const made: { name: ViewName; view: View }[] = [];
  for (const name of new Set(names)) made.push({ name, view: await MAKERS[name](engine, asked) });
  const written = write ? writeViews(engine, made) : { written: [], unchanged: [] };
  return { views: made.map(({ view }) => view), ...written };
}

const MAKERS: Record<ViewName, (engine: Engine, asked: ViewsRequest) => View | Promise<View>> = {
  user_style: userStyleView,
  project_brief: projectBriefView,
  pitfalls: pitfallsView,
};

/** How the person likes things done, here and everywhere. */
function userStyleView(engine: Engine, { user = null }: { user?: string | null | undefined }): UserStyleView {
  const found = memoriesFor(engine, engine.indexedStores, { types: ['preference'] }, isEverywhere);
  return userStyle(found, { ...placeOf(engine), user });
}

/** What this project is: its parts, what holds in it, how things are run, where most is changed. */
function projectBriefView(engine: Engine): ProjectBriefView {
  const { own } = engine;
  const commands = askable(engine, memoriesUnder(own.store, 'command.')).map(({ memory }) => memory);
  const matter = {
    modules: modulesSeen(engine),
    facts: memoriesFor(engine, [own], { types: FACTS }, (memory) => isEverywhere(memory) && isFact(memory)),
    commands: commands.filter(isEverywhere),
    insights: memoriesFor(engine, [own], { types: ['module_insight'] }),
    hot: hotFiles(own.store, { within: LATELY_MS, limit: HOT_FILES }),
  };
  return projectBrief(matter, placeOf(engine));
}

/** What to look out for: everywhere, about some paths, or for a task. */
async function pitfallsView(
  engine: Engine,
  { files: paths = [], task }: Pick<ViewsRequest, 'files' | 'task'>,
): Promise<PitfallsView> {
  const asked = task === undefined ? null : redactSync(task).text;
  const types = [...PITFALLS];
  const { hits } = asked
    ? await relevant(engine, { text: asked, files: paths, types, limit: 10 })
    : { hits: [] };
  const isAbout = (memory: Memory) => paths.length === 0 || isAboutPaths(memory, paths);
  return pitfalls(
    { traps: memoriesFor(engine, [engine.own], { types }, isAbout), first: hits.map(({ memory }) => memory) },
    { ...placeOf(engine), paths: paths.toSorted(), task: asked },
  );
}

const LATELY_MS = 30 * DAY_MS;
const HOT_FILES = 8;

const placeOf = ({ project, now }: Engine): ViewPlace => ({
  project: project?.root ?? null,
  at: new Date(now()).toISOString(),
});

const memoriesFor = (
  engine: Engine,
  stores: readonly IndexedStore[],
  filter: MemoryFilter,
  is?: (memory: Memory) => boolean,
): Memory[] => askableWhere(engine, stores, filter, { ...(is && { is }) }).map(({ memory }) => memory);

/** What holds under a name, but for what is told elsewhere; and what a person stands for. */
const isFact = ({ key, type, pinned, verified, source }: Memory): boolean =>
  key !== null
    ? !/^(?:command|style|replies|workflow|work)\./.test(key)
    : (type === 'decision' || type === 'requirement') && (pinned || verified || source === 'user_taught');

const FACTS: MemoryType[] = ['decision', 'requirement', 'preference', 'pattern'];

const isEverywhere = ({ scope }: Memory): boolean => scope === 'global' || scope === 'project';
