import { hash } from 'node:crypto';
import { z } from 'zod';
import { givesOrders } from '../../base/text/orders.ts';
import { isPassing, type Llm } from '../../llm/llm.ts';
import { aboutCounts } from '../../llm/prompts/module-synthesis.ts';
import type { LlmPrompt } from '../../llm/prompts/prompt.ts';
import type { PrefetchRecord } from '../../model/record.ts';
import type { Sighting } from '../../model/sighting.ts';
import type { FileInSession } from '../../store/events/file-sessions.ts';

/** Which part of the code a file belongs to; undefined where to none. */
export type ModuleOf = (path: string) => string | undefined;

/** The folder that stands for a part of the code where no map of it is known. */
export const topFolder: ModuleOf = (path) => {
  const folders = path.split('/').slice(0, -1);
  if (folders.length === 0 || folders[0]!.startsWith('.')) return undefined;
  const depth = HOLDS_PARTS.test(folders[0]!) ? 2 : 1;
  // What lies in `src` itself is the whole, not a part.
  return folders.length < depth ? undefined : folders.slice(0, depth).join('/');
};

const HOLDS_PARTS =
  /^(?:src|lib|libs|app|apps|packages|services|modules|crates|cmd|internal|pkg|components|plugins)$/;

/** One session's work in one part of the code. */
export interface ModuleVisit {
  session: number;
  firstAt: number;
  lastAt: number;
  /** Paths that were opened or changed. */
  seen: Set<string>;
  changed: Set<string>;
}

/** The sessions that worked in each part, in the order they came there. One file looked at in passing is no work. */
export function visitsOf(files: readonly FileInSession[], moduleOf: ModuleOf): Map<string, ModuleVisit[]> {
  const found = new Map<string, Map<number, ModuleVisit>>();
  for (const { session, path, changed, firstAt, lastAt } of files) {
    const module = moduleOf(path);
    if (module === undefined) continue;
    const visits = found.get(module) ?? new Map<number, ModuleVisit>();
    found.set(module, visits);
    const visit = visits.get(session) ?? { session, firstAt, lastAt, seen: new Set(), changed: new Set() };
    visits.set(session, visit);
    visit.firstAt = Math.min(visit.firstAt, firstAt);
    visit.lastAt = Math.max(visit.lastAt, lastAt);
    visit.seen.add(path);
    if (changed > 0) visit.changed.add(path);
  }
  return new Map(
    [...found].map(([module, visits]) => [
      module,
      [...visits.values()].filter(isWork).sort((a, b) => a.firstAt - b.firstAt),
    ]),
  );
}

const isWork = ({ seen, changed }: ModuleVisit): boolean => changed.size > 0 || seen.size > 1;

/** In how many of some sessions each thing occurs, the commonest first. */
export function tally(each: Iterable<Iterable<string>>): [name: string, sessions: number][] {
  const counts = new Map<string, number>();
  for (const names of each) for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** Sessions in a part of the code after which it is looked at as a whole. */
const THRESHOLDS = [5, 10, 20, 50, 100] as const;

/** What the first sessions in a part of the code have in common. */
export interface ModuleSummary {
  module: string;
  sessions: number;
  /** The session with which there were enough, and when it left. */
  session: number;
  at: number;
  /** How many files were ever opened there. */
  files: number;
  opened: [path: string, sessions: number][];
  together: [pair: string, sessions: number][];
}

/** A summary for each threshold that a part has reached, made of the first sessions alone, so that later ones do not change it. */
export function summariesOf(module: string, visits: readonly ModuleVisit[]): ModuleSummary[] {
  return THRESHOLDS.filter((threshold) => visits.length >= threshold).map((sessions) => {
    const first = visits.slice(0, sessions);
    const last = first.at(-1)!;
    return {
      module,
      sessions,
      session: last.session,
      at: last.lastAt,
      files: new Set(first.flatMap(({ seen }) => [...seen])).size,
      opened: tally(first.map(({ seen }) => seen)).slice(0, MAX_SHOWN),
      together: tally(first.map(({ changed }) => pairsOf(changed)))
        .filter(([, times]) => times > 1)
        .slice(0, MAX_SHOWN),
    };
  });
}

const MAX_SHOWN = 12;
/** A session that changed more than this moved everything, and says nothing of any two. */
const MAX_CHANGED_FILES = 30;

function pairsOf(paths: ReadonlySet<string>): string[] {
  if (paths.size > MAX_CHANGED_FILES) return [];
  const sorted = [...paths].sort();
  return sorted.flatMap((a, i) => sorted.slice(i + 1).map((b) => `${a} + ${b}`));
}

/** Which files the sessions of a summary opened, by how many of them did. */
export function prefetchOf({ module, sessions, opened }: ModuleSummary): PrefetchRecord {
  const above = (share: number) =>
    opened.filter(([, times]) => times > sessions * share).map(([path]) => path);
  const always = above(ALWAYS);
  return {
    kind: 'prefetch',
    module,
    always,
    often: above(OFTEN).filter((path) => !always.includes(path)),
    sessions,
  };
}

const ALWAYS = 0.8;
const OFTEN = 0.5;

/** Two parts of the code that change in the same sessions far more often than chance would have it. */
export interface ModulePair {
  modules: [string, string];
  /** Sessions that changed both, and those that changed the one that changes less. */
  both: number;
  of: number;
  /** When the last session that changed both left them. */
  at: number;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The week of the newest session: only what was over before it is looked at, so that it is done once a week. */
export function weekOf(visits: ReadonlyMap<string, readonly ModuleVisit[]>): number {
  let newest = 0;
  for (const all of visits.values()) for (const { firstAt } of all) newest = Math.max(newest, firstAt);
  return Math.floor(newest / WEEK_MS);
}

/** Pairs of parts that change together, as of the beginning of a week, the surest first. */
export function pairsBefore(week: number, visits: ReadonlyMap<string, readonly ModuleVisit[]>): ModulePair[] {
  const changing = new Map<string, Map<number, number>>();
  const sessions = new Set<number>();
  for (const [module, all] of visits)
    for (const { session, lastAt, firstAt, changed } of all) {
      if (firstAt >= week * WEEK_MS || changed.size === 0) continue;
      sessions.add(session);
      const times = changing.get(module) ?? new Map<number, number>();
      changing.set(module, times.set(session, lastAt));
    }
  if (sessions.size < MIN_SESSIONS) return [];
  const modules = [...changing].sort(([a], [b]) => (a < b ? -1 : 1));
  return modules
    .flatMap(([a, inA], i) =>
      modules.slice(i + 1).flatMap(([b, inB]): ModulePair[] => {
        const both = [...inA].filter(([session]) => inB.has(session));
        const of = Math.min(inA.size, inB.size);
        const lift = (both.length * sessions.size) / (inA.size * inB.size);
        if (both.length < MIN_BOTH || both.length < of * MIN_MAJORITY_RATIO || lift < BEYOND_CHANCE)
          return [];
        const [session, at] = both.reduce((last, each) => (each[1] > last[1] ? each : last));
        return [{ modules: [a, b], both: both.length, of, at: Math.max(at, inB.get(session)!) }];
      }),
    )
    .sort(
      (a, b) => b.both / b.of - a.both / a.of || b.both - a.both || (a.modules[0] < b.modules[0] ? -1 : 1),
    )
    .slice(0, MAX_PAIRS);
}

const MIN_SESSIONS = 10;
const MIN_BOTH = 4;
const MIN_MAJORITY_RATIO = 0.6;
const BEYOND_CHANCE = 1.5;
const MAX_PAIRS = 10;

/** An error that came back in a part of the code. */
export interface RecurringError {
  line: string;
  sessions: number;
  resolved: string | null;
}

/** What a synthesis by a model came to. */
export type SynthesisAnswer =
  | { did: 'judged'; sightings: Sighting[]; refused: string[] }
  | { did: 'failed'; because: string; message: string; passing: boolean };

const answer = z.object({ memories: z.array(z.unknown()) });

const memory = z.object({
  type: z.enum(['prefetch_pattern', 'causal_dependency', 'gotcha', 'error_pattern', 'module_insight']),
  text: z.string().trim().min(20).max(500),
  files: z.array(z.string().min(1).max(500)).max(12),
  confidence: z.number().min(0).max(1),
});

const MAX_PROPOSALS = 5;
const MIN_CONFIDENCE = 0.5;

/** Asks a model once what counts have in common; what it says of files that were not counted is refused. */
export async function askSynthesis(
  llm: Llm,
  {
    prompt,
    counts,
    known,
    at,
    about,
    prefetch,
    signal,
  }: {
    prompt: LlmPrompt;
    counts: string;
    known: ReadonlySet<string>;
    at: number;
    about: string;
    /** What was counted of the files, for a memory that says which to open. */
    prefetch?: PrefetchRecord | undefined;
    signal?: AbortSignal | undefined;
  },
): Promise<SynthesisAnswer> {
  const said = await llm.ask({
    purpose: prompt.name,
    system: prompt.system,
    prompt: aboutCounts(counts),
    maxTokens: prompt.maxTokens,
    schema: answer,
    ...(signal && { signal }),
  });
  if (said.did === 'failed')
    return { did: 'failed', because: said.because, message: said.message, passing: isPassing(said) };
  const sightings: Sighting[] = [];
  const refused: string[] = [];
  for (const [i, given] of said.value.memories.entries()) {
    const parsed = memory.safeParse(given);
    const trouble = !parsed.success
      ? `malformed: ${parsed.error.issues[0]!.message}`
      : i >= MAX_PROPOSALS
        ? `only ${MAX_PROPOSALS} are looked at`
        : wrongWith(parsed.data);
    if (trouble !== undefined || !parsed.success) refused.push(`${i + 1}: ${trouble}`);
    else
      sightings.push({
        ...{ signal: 'synthesis', proof: 'repeated_behaviour', strength: 0.8, agents: 1, at },
        ...{ episode: null, events: [], quote: null, branch: null, tainted: false },
        matter: `told:${hash('sha256', parsed.data.text.toLowerCase()).slice(0, 16)}`,
        facts: {
          ...{ what: 'told', about, prompt: prompt.version, ...parsed.data },
          ...(prefetch && parsed.data.type === 'prefetch_pattern' && { record: prefetch }),
        },
      });
  }
  return { did: 'judged', sightings, refused };

  function wrongWith({ type, text, files, confidence }: z.output<typeof memory>): string | undefined {
    if (confidence < MIN_CONFIDENCE) return 'it is not sure of it itself';
    if (files.length === 0) return 'it names no file';
    const named = [...files, ...(text.match(/[\w.@-]*\/[\w./@-]+/g) ?? [])].map((name) =>
      name.replace(/(?<![.,;:)])[.,;:)]+$/, ''),
    );
    if (named.some((name) => !isKnown(name))) return 'it names something that was not counted';
    if (type === 'prefetch_pattern' && !files.some(isOftenOpened)) return 'its files are not opened often';
    return givesOrders(text) ? 'it tells the reader what to do' : undefined;
  }

  function isOftenOpened(name: string): boolean {
    return [...(prefetch?.always ?? []), ...(prefetch?.often ?? [])].includes(name);
  }

  function isKnown(name: string): boolean {
    for (const path of known)
      if (path === name || path.endsWith(`/${name}`) || path.startsWith(`${name.replace(/\/$/, '')}/`))
        return true;
    return false;
  }
}

/** The counts of one part, as a model is shown them. */
export const countsOfModule = (summary: ModuleSummary, errors: readonly RecurringError[]): string =>
  [
    `part: ${summary.module}, ${summary.sessions} sessions, ${summary.files} files`,
    'opened:',
    ...summary.opened.map(([path, times]) => `- ${path}: ${times} sessions`),
    'changed together:',
    ...summary.together.map(([pair, times]) => `- ${pair}: ${times} sessions`),
    'errors that came back:',
    ...errors
      .slice(0, 8)
      .map(
        ({ line, sessions, resolved }) =>
          `- ${line.slice(0, 160)}: ${sessions} sessions${resolved ? `, resolved by ${resolved.slice(0, 100)}` : ''}`,
      ),
  ].join('\n');

/** The counts of pairs of parts, as a model is shown them. */
export const countsOfPairs = (pairs: readonly ModulePair[], files: readonly [string, number][]): string =>
  [
    'parts that changed in the same sessions:',
    ...pairs.map(({ modules, both, of }) => `- ${modules.join(' + ')}: ${both} of ${of} sessions`),
    'files that changed most in them:',
    ...files.slice(0, 30).map(([path, times]) => `- ${path}: ${times} sessions`),
  ].join('\n');
