import { hash } from 'node:crypto';
import type { Notice } from '@sqrl/base/messages.ts';
import type { Sighting } from '@sqrl/base/model/sighting.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { givesOrders } from '@sqrl/base/text/orders.ts';
import { codeFiles } from '@sqrl/code-graph/tables/files.ts';
import { z } from 'zod';
import { graphModules } from '../../codebase/graph-layers.ts';
import { isPassing } from '../../llm/llm.ts';
import { asked, type LlmPrompt } from '../../llm/prompts/prompt.ts';
import { aboutCounts, moduleSynthesis, pairSynthesis } from '../../llm/prompts/prompts.ts';
import { answersTo, askedAbout, putAsked } from '../../store/drafts/model-questions.ts';
import { type PlacedSighting, replaceSynthesis } from '../../store/drafts/sightings.ts';
import {
  failuresOfSessions,
  filesOfSessions,
  kindsOfSessions,
  stampOfEvents,
} from '../../store/events/file-sessions.ts';
import { markOf, setProjectState } from '../../store/marks.ts';
import { llmOf } from '../../workspace/llm.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { judgeEach, malformed } from '../gate/memory-writer/judge.ts';
import {
  countsOfModule,
  countsOfPairs,
  type ModuleOf,
  type ModuleSummary,
  type ModuleVisits,
  pairsBefore,
  prefetchOf,
  prefetchText,
  type RecurringError,
  summariesOf,
  tally,
  topFolder,
  visitsOf,
  weekOf,
} from '../lifecycle/synthesis.ts';

/**
 * Counts what new sessions did: which files work on a part of the code opens is a memory by itself. Where a language model
 * is allowed it is asked once about each part of the code that has been worked on often enough, and once a week about the
 * parts that change together.
 */
export async function synthesise(
  engine: Engine,
  { store = engine.own.store, signal }: { store?: Store; signal?: AbortSignal | undefined } = {},
) {
  // Sessions that were counted; what a model says of them now in all.
  const result = { sessions: 0, sightings: 0, asked: 0, notices: [] as Notice[] };
  if (store.readOnly) return result;
  const stamp = stampOfEvents(store);
  if (markOf(store, 'state', 'synthesised') === stamp) return result;
  const files = filesOfSessions(store);
  result.sessions = new Set(files.map(({ session }) => session)).size;
  const visits = visitsOf(files, moduleOf(engine, store));
  const summaries = summariesOf(visits);
  const llm = llmOf(engine);
  if (llm)
    for (const question of [...moduleQuestions(store, summaries, visits), ...pairQuestions(visits)]) {
      const { prompt, about, counts } = question;
      if (askedAbout(store, prompt.name, about)) continue;
      const request = { ...asked(prompt, aboutCounts(counts), signal), schema: ANSWER };
      const said = await llm.ask(request);
      if (said.did === 'failed' && isPassing(said)) {
        result.notices.push({ message: said.message, hint: 'See `sqrl status spending`.' });
        break;
      }
      result.asked++;
      const paths = files.map(({ path }) => path);
      const judged = judgeEach(said.did === 'failed' ? [] : said.value.memories, (one) =>
        judgeOne(one, question, paths),
      );
      putAsked(store, {
        ...{ prompt: prompt.name, version: prompt.version, about, mark: about, model: llm.name },
        ...{ at: engine.now(), tries: 1, failed: said.did === 'failed' ? said.message : null, ...judged },
      });
    }
  const all = sightingsNow(store, summaries, visits);
  store.transaction(() => {
    replaceSynthesis(store, all);
    setProjectState(store, 'synthesised', stamp);
  });
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

interface SynthesisQuestion {
  prompt: LlmPrompt;
  about: string;
  counts: string;
  at: number;
}

/** One question for each part that came to a threshold, about the highest alone. */
function moduleQuestions(
  store: Store,
  summaries: readonly ModuleSummary[],
  visits: ModuleVisits,
): SynthesisQuestion[] {
  const errors = failuresOfSessions(store);
  return summaries.map((summary) => {
    const mine = new Set(visits.get(summary.module)!.flatMap(({ seen }) => [...seen]));
    const its = cameBack(errors.filter(({ path }) => path !== null && mine.has(path)));
    const about = `${summary.module}@${summary.sessions}`;
    return { prompt: moduleSynthesis, about, at: summary.at, counts: countsOfModule(summary, its) };
  });
}

/** One question a week about the parts that change together. */
function pairQuestions(visits: ModuleVisits): SynthesisQuestion[] {
  const week = weekOf(visits);
  const pairs = pairsBefore(week, visits);
  const inPairs = new Set(pairs.flatMap(({ modules }) => modules));
  const changed = tally(
    [...visits].flatMap(([module, all]) => (inPairs.has(module) ? all.map((visit) => visit.changed) : [])),
  );
  return pairs.slice(0, 1).map(({ at }) => ({
    ...{ prompt: pairSynthesis, about: `week ${week}`, counts: countsOfPairs(pairs, changed), at },
  }));
}

/** What was counted of the sessions and what models said of them, each in the session that showed it. */
function sightingsNow(
  store: Store,
  summaries: readonly ModuleSummary[],
  visits: ModuleVisits,
): PlacedSighting[] {
  const kinds = kindsOfSessions(store);
  const ended = [...visits.values()].flat().sort((a, b) => a.lastAt - b.lastAt);
  const said = [moduleSynthesis, pairSynthesis].flatMap(({ name }) => answersTo(store, name));
  return [...summaries.flatMap(prefetchSightings), ...said.flatMap(({ kept }) => kept)].flatMap(
    (sighting) => {
      const { session } = ended.findLast(({ lastAt }) => lastAt <= sighting.at) ?? {};
      return session === undefined ? [] : [{ session, kind: kinds.get(session) ?? 'build', sighting }];
    },
  );
}

function prefetchSightings(summary: ModuleSummary): Sighting[] {
  const record = prefetchOf(summary);
  if (!record) return [];
  const { module, always, often } = record;
  const facts = { text: prefetchText(record), files: [...always, ...often], confidence: 0.7, record };
  return [
    sightingOf({
      ...{ at: summary.at, strength: 0.7, matter: `prefetch:${module}` },
      facts: { what: 'told', type: 'prefetch_pattern', ...facts },
    }),
  ];
}

const sightingOf = (own: Pick<Sighting, 'at' | 'strength' | 'matter' | 'facts'>): Sighting => ({
  ...{ signal: 'synthesis', proof: 'repeated_behaviour', agents: 1, ...own },
  ...{ episode: null, events: [], quote: null, branch: null, tainted: false },
});

const ANSWER = z.object({ memories: z.array(z.unknown()) });

const MEMORY = z.object({
  type: z.enum(['causal_dependency', 'gotcha', 'error_pattern', 'module_insight']),
  text: z.string().trim().min(20).max(500),
  files: z.array(z.string().min(1).max(500)).max(12),
  confidence: z.number().min(0).max(1),
});

const MIN_CONFIDENCE = 0.5;

/** A sighting of what a model says, or why not: what it says of files that were not counted is refused. */
function judgeOne(
  given: unknown,
  { prompt, about, at }: SynthesisQuestion,
  known: readonly string[],
): Sighting | string {
  const { data, error } = MEMORY.safeParse(given);
  if (error) return malformed(error);
  const { text, files, confidence } = data;
  if (confidence < MIN_CONFIDENCE) return 'it is not sure of it itself';
  if (files.length === 0) return 'it names no file';
  const named = [...files, ...(text.match(/[\w.@-]*\/[\w./@-]+/g) ?? [])].map((name) =>
    name.replace(/(?<![.,;:)])[.,;:)]+$/, ''),
  );
  const isKnown = (name: string) =>
    known.some(
      (path) => path === name || path.endsWith(`/${name}`) || path.startsWith(`${name.replace(/\/$/, '')}/`),
    );
  if (!named.every(isKnown)) return 'it names something that was not counted';
  if (givesOrders(text)) return 'it tells the reader what to do';
  const matter = `told:${hash('sha256', text.toLowerCase()).slice(0, 16)}`;
  return sightingOf({
    at,
    strength: 0.8,
    matter,
    facts: { what: 'told', about, prompt: prompt.version, ...data },
  });
}

const cameBack = (errors: ReturnType<typeof failuresOfSessions>): RecurringError[] =>
  [...Map.groupBy(errors, ({ line }) => line)]
    .map(([line, all]) => ({
      line,
      sessions: new Set(all.map(({ session }) => session)).size,
      resolved: all.map(({ command, how }) => command ?? how).find((each) => each !== null) ?? null,
    }))
    .filter(({ sessions }) => sessions > 1)
    .sort((a, b) => b.sessions - a.sessions || (a.line < b.line ? -1 : 1));
