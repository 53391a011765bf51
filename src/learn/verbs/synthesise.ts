import type { Notice } from '../../base/messages.ts';
import { graphModules } from '../../code/workspace/graph-layers.ts';
import type { Llm } from '../../llm/llm.ts';
import { moduleSynthesis, pairSynthesis } from '../../llm/prompts/module-synthesis.ts';
import type { LlmPrompt } from '../../llm/prompts/prompt.ts';
import type { Sighting } from '../../model/sighting.ts';
import { codeFiles } from '../../store/code/files.ts';
import { answersTo, askedAbout, putAsked } from '../../store/drafts/model-questions.ts';
import { type PlacedSighting, replaceSynthesis } from '../../store/drafts/sightings.ts';
import {
  countFilesOfSessions,
  type FileInSession,
  failuresOfSessions,
  filesOfSessions,
  kindsOfSessions,
  seenTogether,
} from '../../store/events/file-sessions.ts';
import type { Store } from '../../store/store.ts';
import { llmOf } from '../../workspace/llm.ts';
import type { Engine } from '../../workspace/workspace.ts';
import {
  askSynthesis,
  countsOfModule,
  countsOfPairs,
  type ModuleOf,
  type ModulePair,
  type ModuleSummary,
  type ModuleVisit,
  pairsBefore,
  prefetchOf,
  type RecurringError,
  summariesOf,
  tally,
  topFolder,
  visitsOf,
  weekOf,
} from '../lifecycle/synthesis.ts';

export interface SynthesisOptions {
  /** The store whose sessions are meant; the project's at hand otherwise. */
  store?: Store;
  signal?: AbortSignal | undefined;
}

/** What looking at many sessions together came to. */
export interface SynthesisReport {
  /** Sessions that were counted, or counted again. */
  sessions: number;
  /** What a language model says of them now in all. */
  sightings: number;
  asked: number;
  notices: Notice[];
}

/**
 * Counts what new sessions did. Where a language model is allowed it is asked once about each part of the code that has
 * been worked on often enough, and once a week about the parts that change together.
 */
export async function synthesise(engine: Engine, options: SynthesisOptions = {}): Promise<SynthesisReport> {
  const { store = engine.own.store, signal } = options;
  const result: SynthesisReport = { sessions: 0, sightings: 0, asked: 0, notices: [] };
  if (store.readOnly) return result;
  result.sessions = store.transaction(() => countFilesOfSessions(store));
  if (result.sessions === 0) return result;
  const files = filesOfSessions(store);
  const visits = visitsOf(files, moduleOf(engine, store));
  const summaries = [...visits].flatMap(([module, all]) => summariesOf(module, all));
  const week = weekOf(visits);
  const pairs = pairsBefore(week, visits).filter((pair) => !isCaptured(store, pair, visits));
  const llm = llmOf(engine);
  if (llm) await askAll({ engine, store, llm, signal, result }, { summaries, pairs, week, files, visits });
  const kinds = kindsOfSessions(store);
  const placed = (session: number | undefined, sighting: Sighting): PlacedSighting[] =>
    session === undefined ? [] : [{ session, kind: kinds.get(session) ?? 'build', sighting }];
  const all = [
    ...summaries.flatMap(({ module, sessions, session }) =>
      keptOf(store, moduleSynthesis, `${module}@${sessions}`).flatMap((each) => placed(session, each)),
    ),
    ...answersTo(store, pairSynthesis.name).flatMap(({ kept }) =>
      kept.flatMap((each) => placed(sessionAt(visits, each.at), each)),
    ),
  ];
  store.transaction(() => replaceSynthesis(store, all));
  return { ...result, sightings: all.length };
}

/** The parts of the code by the graph, where it is known; else by its folders. */
function moduleOf(engine: Engine, store: Store): ModuleOf {
  if (store !== engine.own.store || !engine.project || codeFiles(store).length === 0) return topFolder;
  const { modules } = graphModules(engine, { limit: 0 });
  const known = new Map(
    modules.flatMap(({ name, files, tests }) => [...files, ...tests].map((file) => [file, name])),
  );
  return (path) => known.get(path);
}

/** Whether two files of a pair of parts are known to belong together already. */
function isCaptured(
  store: Store,
  { modules: [a, b] }: ModulePair,
  visits: ReadonlyMap<string, ModuleVisit[]>,
): boolean {
  const filesOf = (module: string) => [
    ...new Set(visits.get(module)!.flatMap(({ changed }) => [...changed])),
  ];
  const [inA, inB] = [filesOf(a), filesOf(b)];
  return seenTogether(store).some(
    (text) => inA.some((path) => text.includes(path)) && inB.some((path) => text.includes(path)),
  );
}

/** What the first five sessions showed is overtaken by what the first ten show. */
const isNewest = (summary: ModuleSummary, _: number, all: readonly ModuleSummary[]): boolean =>
  !all.some(({ module, sessions }) => module === summary.module && sessions > summary.sessions);

/** The last session that was over at a time. */
function sessionAt(visits: ReadonlyMap<string, readonly ModuleVisit[]>, at: number): number | undefined {
  let last: ModuleVisit | undefined;
  for (const all of visits.values())
    for (const visit of all) if (visit.lastAt <= at && !(last && last.lastAt >= visit.lastAt)) last = visit;
  return last?.session;
}

const keptOf = (store: Store, prompt: LlmPrompt, about: string): Sighting[] =>
  askedAbout(store, prompt.name, about)?.kept ?? [];

interface SynthesisRun {
  engine: Engine;
  store: Store;
  llm: Llm;
  signal: AbortSignal | undefined;
  result: SynthesisReport;
}

interface SynthesisCounts {
  summaries: readonly ModuleSummary[];
  pairs: readonly ModulePair[];
  week: number;
  files: readonly FileInSession[];
  visits: ReadonlyMap<string, readonly ModuleVisit[]>;
}

/** Asks once for each part that came to a threshold, the highest alone, and once a week about pairs. */
async function askAll(
  asking: SynthesisRun,
  { summaries, pairs, week, files, visits }: SynthesisCounts,
): Promise<void> {
  const known = new Set(files.map(({ path }) => path));
  const errors = failuresOfSessions(asking.store);
  for (const summary of summaries) {
    if (!isNewest(summary, 0, summaries)) continue;
    const mine = new Set(visits.get(summary.module)!.flatMap(({ seen }) => [...seen]));
    const counts = countsOfModule(
      summary,
      cameBack(errors.filter(({ path }) => path !== null && mine.has(path))),
    );
    const about = `${summary.module}@${summary.sessions}`;
    const prefetch = prefetchOf(summary);
    const question = { prompt: moduleSynthesis, about, counts, known, at: summary.at, prefetch };
    if (!(await askOnce(asking, question))) return;
  }
  const newest = pairs[0];
  if (!newest) return;
  const inPairs = new Set(pairs.flatMap(({ modules }) => modules));
  const changed = tally(
    [...visits]
      .filter(([module]) => inPairs.has(module))
      .flatMap(([, all]) => all.map((visit) => visit.changed)),
  );
  const counts = countsOfPairs(pairs, changed);
  await askOnce(asking, { prompt: pairSynthesis, about: `week ${week}`, counts, known, at: newest.at });
}

/** Asks unless it was asked before; false where nothing more can be asked for now. */
async function askOnce(
  { engine, store, llm, signal, result }: SynthesisRun,
  question: Pick<
    Parameters<typeof askSynthesis>[1],
    'prompt' | 'about' | 'counts' | 'known' | 'at' | 'prefetch'
  >,
): Promise<boolean> {
  const { prompt, about } = question;
  if (askedAbout(store, prompt.name, about)) return true;
  const said = await askSynthesis(llm, { ...question, signal });
  if (said.did === 'failed' && said.passing) {
    result.notices.push({ message: said.message, hint: 'See `sqrl status spending`.' });
    return false;
  }
  result.asked++;
  putAsked(store, {
    prompt: prompt.name,
    version: prompt.version,
    about,
    mark: about,
    model: llm.name,
    at: engine.now(),
    tries: 1,
    failed: said.did === 'failed' ? said.message : null,
    kept: said.did === 'failed' ? [] : said.sightings,
    refused: said.did === 'failed' ? [] : said.refused,
  });
  return true;
}

/** Errors by their line, those of most sessions first. */
function cameBack(errors: ReturnType<typeof failuresOfSessions>): RecurringError[] {
  const lines = new Map<string, { sessions: Set<number>; resolved: string | null }>();
  for (const { line, session, how, command } of errors) {
    const found = lines.get(line) ?? { sessions: new Set(), resolved: null };
    lines.set(line, found);
    found.sessions.add(session);
    found.resolved ??= command ?? how;
  }
  return [...lines]
    .map(([line, { sessions, resolved }]) => ({ line, sessions: sessions.size, resolved }))
    .filter(({ sessions }) => sessions > 1)
    .sort((a, b) => b.sessions - a.sessions || (a.line < b.line ? -1 : 1));
}
