import type { Notice } from '@sqrl/base/messages.ts';
import type { Phase } from '@sqrl/base/model/episode.ts';
import type { Memory, MemoryType } from '@sqrl/base/model/memory.ts';
import { PACKING } from '@sqrl/base/model/weights.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { markStale } from '../../codebase/shown.ts';
import { phaseAsked } from '../../ingest/episodes/phase.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { memoriesUnder } from '../../store/memory/places.ts';
import { learnedIn } from '../../store/memory/portrait.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { standingRules } from '../deliver/deliver-brief.ts';
import { type LoadedRules, loadedFor } from '../deliver/loaded-rules.ts';
import { type FilesFor, filesFor } from '../files/files-for.ts';
import { similarTasks } from '../history/past-work.ts';
import { unfinishedWork } from '../history/where.ts';
import { type Packed, pack } from '../pack.ts';
import type { SettledTalk } from '../talks/settled-talks.ts';
import { talkHeadline } from '../talks/talk-text.ts';
import { talksFor, talkTextFor } from '../talks/talks-for.ts';
import { askable, askableWhere, byCommand, modulesSeen, relevant } from './context-hits.ts';
import {
  type ContextLine,
  type ContextMemory,
  type ContextWork,
  failedChecks,
  fileLine,
  type LikelyFile,
  memoryLine,
  workLine,
} from './lines.ts';
import { AUDIENCES, type Audience, type ContextSource, contextSections } from './sections.ts';

/** The phase is as the task's words tell, the budget in tokens the phase's own, where they are not given. */
export interface ContextRequest
  extends Pick<Parsed<'context'>, 'task' | 'files' | 'phase' | 'budget' | 'client'> {
  /** Ids of memories that the agent has before it. */
  told?: ReadonlySet<string> | undefined;
}

export interface Context extends Packed<ContextLine> {
  for: Audience;
  phase: Phase;
  budget: number;
  /** Files that are likely to be needed, in the order in which to read them. */
  files: FilesFor['files'];
  notices: Notice[];
}

/** Says what a senior colleague would before a task begins, or what an agent of some role needs, within the budget of its phase. */
export async function contextOf(
  engine: Engine,
  audience: Audience,
  asked: ContextRequest & { likely?: FilesFor },
): Promise<Context> {
  const { phase: usual, general, sections } = AUDIENCES[audience];
  const task = cleaned(asked.task);
  const phase = asked.phase ?? usual ?? phaseAsked(task);
  const budget = asked.budget ?? PACKING[phase].budget;
  const loaded = knownTo(engine, asked);
  const likely = asked.likely ?? (await filesFor(engine, { task, files: asked.files, limit: SHOWN_FILES }));
  const { hits, notices } = await relevant(engine, {
    text: task,
    files: asked.files ?? [],
    likely: likely.files.slice(0, LIKELIEST_FILES).map(({ path }) => path),
    phase,
    ...(audience !== 'task' && { types: sections.flatMap(({ types = [] }) => types) }),
    loaded,
    limit: MAX_CANDIDATES,
  });
  const known = new Set([...hits.map(({ memory }) => memory.id), ...loaded.keys()]);
  const wants = (source: ContextSource) => sections.some(({ from }) => from.includes(source));
  const similar = wants('similar') ? (await similarTasks(engine, { task })).tasks : [];
  const talks = wants('settled') ? await talksFor(engine, task) : { told: [], others: [] };
  const marked = markedBy(talks.told);
  const packed = pack(
    contextSections(audience, [...hits, ...generally(engine, general, known)].map(marked), {
      settled: talks.told.map((talk) => ({ ...TALK_LINE, text: talkTextFor(task, talk) })),
      headlines: talks.others.map((talk) => ({ ...TALK_LINE, text: talkHeadline(talk) })),
      standing: wants('standing') ? rulesFor(engine, asked).map(marked).map(memoryLine) : [],
      commands: wants('commands') ? commandsOf(engine, loaded).map(memoryLine) : [],
      failures: wants('failures') ? failedChecks(engine) : [],
      files: wants('files')
        ? withModules(
            engine,
            likely.files.filter(({ isNamed }) => isNamed),
          ).map(fileLine)
        : [],
      similar: similar.map(workLine),
      unfinished: wants('unfinished')
        ? unfinishedIn(engine, new Set(similar.flatMap(({ episode }) => episode ?? []))).map(workLine)
        : [],
    }),
    budget,
  );
  return { for: audience, phase, budget, ...packed, files: likely.files, notices };
}

/** Marks a memory as earlier where it comes from a talk, and not from the later one that is told above it. */
function markedBy(told: readonly SettledTalk[]): (one: ContextMemory) => ContextMemory {
  const learned = (talks: readonly SettledTalk[]) =>
    new Set(
      talks.flatMap(({ hit, episodes }) => learnedIn(hit.indexedStore.store, episodes)).map(({ id }) => id),
    );
  const later = told.flatMap((talk) => talk.later ?? []);
  const earlier = learned(told.filter((talk) => talk.later)).difference(learned(later));
  return (one) => (earlier.has(one.memory.id) ? { ...one, memory: { ...one.memory, earlier: true } } : one);
}

/** What the agent has before it: rules that its client loads, and what it was told. */
const knownTo = (engine: Engine, { client, told = new Set() }: ContextRequest): LoadedRules =>
  new Map([...[...told].map((id) => [id, ''] as const), ...loadedFor(engine, client).loaded]);

/** The person's rules that hold whatever the task, without those that the agent has before it. */
function rulesFor(engine: Engine, { client, told }: ContextRequest): ContextMemory[] {
  const { rules } = standingRules(engine, { client, tokens: MAX_RULE_TOKENS });
  return rules
    .filter(({ memory }) => !told?.has(memory.id))
    .map(({ memory, why }) => ({ memory, why: [why] }));
}

const MAX_RULE_TOKENS = 400;

const TALK_LINE = { memory: null, episode: null, file: null, why: [] };

const MAX_CANDIDATES = 40;
const SHOWN_FILES = 8;
/** Guesses beyond these are no reason to speak of a file. */
const LIKELIEST_FILES = 3;

/** No secret goes into a search, and no text breaks one. */
export const cleaned = (task: string): string => redactSync(task.toWellFormed().replaceAll('\0', ' ')).text;

/** How things are run here: the project's own before the user's. */
function commandsOf(engine: Engine, loaded: LoadedRules): ContextMemory[] {
  const found = engine.indexedStores.flatMap((indexedStore) =>
    memoriesUnder(indexedStore.store, 'command.').map((one) => ({ ...one, indexedStore })),
  );
  const general = found.filter(({ memory }) => memory.scope !== 'path');
  return markStale(askable(engine, general, loaded))
    .sort((a, b) => byCommand(a.memory, b.memory))
    .slice(0, MAX_COMMANDS)
    .map(({ memory }) => ({ memory, why: [`under ${memory.key!}`] }));
}

const MAX_COMMANDS = 8;

/** What holds for any task of a project: it is about no file, and was measured or a person stands for it. */
function generally(
  engine: Engine,
  types: readonly MemoryType[],
  known: ReadonlySet<string>,
): ContextMemory[] {
  if (types.length === 0) return [];
  const is = ({ id, type, files, scope, source, pinned, verified }: Memory): boolean =>
    files.length === 0 &&
    scope !== 'path' &&
    !known.has(id) &&
    (type === 'task_calibration' || pinned || verified || source === 'user_taught');
  const found = askableWhere(
    engine,
    engine.indexedStores,
    { types: [...types] },
    { is, latest: MAX_MEMORIES },
  );
  return markStale(found).map(({ memory }) => ({ memory, why: ['it applies to the whole project'] }));
}

const MAX_MEMORIES = 500;

function withModules(engine: Engine, files: FilesFor['files']): LikelyFile[] {
  if (files.length === 0) return [];
  const moduleOf = new Map(
    modulesSeen(engine).flatMap(({ name, files: own, tests }) =>
      [...own, ...tests].map((path) => [path, name] as const),
    ),
  );
  return files.map(({ path, why, tokens }) => ({ path, why, tokens, module: moduleOf.get(path) }));
}

/** What was broken off lately, and where memory says it stands; what is tainted is not the person's. */
function unfinishedIn(engine: Engine, known: ReadonlySet<string>): ContextWork[] {
  const broken = unfinishedWork(engine, ({ id }) => known.has(id)).map(({ changed, ...work }) => ({
    ...{ ...work, filesChanged: changed, memory: null, why: ['unfinished'] },
  }));
  const noted = askableWhere(engine, [engine.own], { types: ['work_state'] }, { latest: 20 })
    // Work that others left is not this person's to go on with.
    .filter(({ memory }) => memory.userId === null)
    .sort((a, b) => b.memory.updatedAt - a.memory.updatedAt)
    .map(({ memory: { id, text, files, updatedAt } }) => ({
      task: text,
      status: 'paused',
      outcome: '',
      endedAt: updatedAt,
      filesChanged: files,
      episode: null,
      memory: id,
      why: ['note on unfinished work'],
    }));
  return [...noted.slice(0, 1), ...broken];
}
