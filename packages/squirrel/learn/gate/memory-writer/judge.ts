import { hash } from 'node:crypto';
import { type MemoryType, TIERS, TYPES } from '@sqrl/base/model/memory.ts';
import type { Sighting } from '@sqrl/base/model/sighting.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { clean } from '@sqrl/base/text/clean.ts';
import { givesOrders } from '@sqrl/base/text/orders.ts';
import { z } from 'zod';
import type { CompressedEpisode, EpisodeStep } from './episode-text.ts';
import {
  addressesIn,
  groundsOf,
  isPerson,
  isWished,
  namedIn,
  type ProofGrounds,
  standsIn,
} from './grounds.ts';

export interface JudgingInput {
  episode: { id: string; endedAt: number; tainted: boolean };
  compressed: CompressedEpisode;
  memories: ReadonlyMap<string, { id: string; key: string | null; scope: string; scopeOf: string | null }>;
  prompt: number;
}

/** More than this nobody asked for. */
const MAX_PROPOSALS = 5;

export const judgeAnswer = (operations: readonly unknown[], judging: JudgingInput): ModelVerdict =>
  judgeEach(operations, (given) => judgeOne(given, judging));

export type ModelVerdict = Record<'kept', Sighting[]> & Record<'refused', string[]>;

/** Judges what a model proposes, one after the other: each is kept, or refused with a reason; none is kept twice. */
export function judgeEach(
  given: readonly unknown[],
  judge: (one: unknown) => Sighting | string,
): ModelVerdict {
  const verdict: ModelVerdict = { kept: [], refused: [] };
  const matters = new Set<string>();
  for (const [i, one] of given.entries()) {
    const judged = i < MAX_PROPOSALS ? judge(one) : `over the limit of ${MAX_PROPOSALS} proposals`;
    if (typeof judged === 'string') verdict.refused.push(`${i + 1}: ${judged}`);
    else if (matters.has(judged.matter)) verdict.refused.push(`${i + 1}: duplicate`);
    else verdict.kept.push(judged);
    if (typeof judged !== 'string') matters.add(judged.matter);
  }
  return verdict;
}

/** Of an episode a person reads a few sentences. */
const MAX_SUMMARY_CHARS = 900;

/**
 * A model's summary of an episode; null where the record does not bear it out, it gives orders, or the record holds foreign
 * text. Then the summary that the rules made stays.
 */
export function judgeSummary(
  given: string,
  { episode, compressed }: Pick<JudgingInput, 'compressed'> & { episode: { tainted: boolean } },
): string | null {
  const text = redactSync(clean(given).replace(/\s+/g, ' ')).text;
  const all = [...compressed.marks.values()];
  const isBorneOut =
    text !== '' &&
    text.length <= MAX_SUMMARY_CHARS &&
    !episode.tainted &&
    !all.some(({ tainted }) => tainted) &&
    isPlainProse(text) &&
    !givesOrders(text) &&
    [...namedIn(text), ...addressesIn(text)].every((name) => standsIn(name, all));
  return isBorneOut ? text : null;
}

function judgeOne(
  given: unknown,
  { episode, compressed, memories, prompt }: JudgingInput,
): Sighting | string {
  const { data: operation, error } = operationSchema.safeParse(given);
  if (error) return malformed(error);
  const text = clean(operation.text).replace(/\s+/g, ' ');
  const cited = operation.evidence.flatMap((mark) => compressed.marks.get(mark) ?? []);
  const all = [...compressed.marks.values()];
  const target = operation.target ? memories.get(operation.target) : undefined;
  if (operation.op !== 'ADD' && !target) return 'it changes a memory that was not shown';
  if (cited.length < operation.evidence.length) return 'it cites a line that does not exist';
  const grounds = groundsOf({ quote: operation.quote, text }, cited);
  if (grounds === undefined) return 'its quote is not in the lines it cites';
  const trouble = wrongWith({ ...operation, text }, { grounds, cited, all });
  if (trouble !== undefined) return trouble;
  const key = target?.key ?? operation.key ?? null;
  const last = cited.at(-1)!;
  return {
    signal: 'written',
    matter: key ?? hash('sha256', normalised(text)).slice(0, 16),
    at: episode.endedAt,
    episode: episode.id,
    events: [...new Set(cited.map(({ id }) => id))].slice(0, 8),
    quote: redactedStart(clean(operation.quote), 300),
    proof: BY_GROUNDS[grounds].proof,
    tainted: episode.tainted || cited.some(({ tainted }) => tainted),
    agents: 1,
    strength: BY_GROUNDS[grounds].strength,
    branch: last.branch,
    facts: {
      op: operation.op,
      text,
      type: operation.type,
      scope: target?.scope ?? operation.scope,
      scopeOf: target ? target.scopeOf : operation.scope === 'path' ? (operation.path ?? null) : null,
      // An emergency is for what may do harm, and only a guard can warn of it.
      tier:
        operation.tier === 'emergency' && TYPES[operation.type].kind !== 'guard'
          ? 'short_term'
          : operation.tier,
      polarity: operation.op === 'DEPRECATE' && operation.polarity === 0 ? -1 : operation.polarity,
      key,
      ttlDays: operation.ttl_days ?? null,
      confidence: Math.min(operation.confidence, BY_GROUNDS[grounds].most),
      files: filesIn(text, all),
      replaces: target && grounds !== 'agent' ? target.id : null,
      // What only an agent says replaces nothing: a person has to.
      conflicts: target && target.key === null && grounds === 'agent' ? target.id : null,
      grounds,
      prompt,
    },
  };
}

/** `most`: how sure a model may be of it. */
const BY_GROUNDS: Record<ProofGrounds, { proof: string; strength: number; most: number }> = {
  person: { proof: 'explicit_statement', strength: 0.9, most: 0.9 },
  action: { proof: 'failure_then_success', strength: 0.8, most: 0.8 },
  agent: { proof: 'agent_statement', strength: 0.5, most: 0.55 },
};

function wrongWith(
  { text, type, scope, path }: Operation,
  {
    grounds,
    cited,
    all,
  }: { grounds: ProofGrounds; cited: readonly EpisodeStep[]; all: readonly EpisodeStep[] },
): string | undefined {
  if (redactSync(text).found.length > 0) return 'it contains a secret';
  if (!isPlainProse(text)) return 'it is not plain prose';
  if ((text.match(/[.!?](?:\s|$)/g) ?? []).length > 3) return 'it has more than three sentences';
  if (ONLY_PERSON.has(type) && grounds !== 'person' && !cited.some(({ kind }) => kind === 'commit'))
    return `only the person can state a ${type}`;
  if (givesOrders(text) && !isWished(text, cited))
    return 'it gives instructions that the person did not give';
  const persons = all.filter(isPerson);
  const actions = all.filter(({ kind, tool }) => kind === 'result' && tool === 'run');
  const address = addressesIn(text).find(
    (each) => !standsIn(each, persons) && !actions.some(({ command }) => command?.includes(each)),
  );
  if (address !== undefined) return 'it links to an address that the person did not name';
  const invented = namedIn(text).find((name) => !standsIn(name, all));
  if (invented !== undefined) return 'it names something that is not in the record';
  if (scope === 'path' && (!path || !standsIn(path, all))) return 'its path is not in the record';
  if (scope === 'global' && grounds !== 'person') return 'only the person can state a global rule';
  return undefined;
}

const isPlainProse = (text: string): boolean =>
  !/```|\|.*\||\*\*|<\/?[a-z][^>]*>|^\s*[{[#>|-]/i.test(text.replace(/(?<!`)`[^`]+`(?!`)/g, 'x'));

const ONLY_PERSON: ReadonlySet<MemoryType> = new Set(['preference', 'requirement', 'decision']);

const normalised = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/.@_-]+/gu, ' ')
    .replace(/[.\s]+$/, '')
    .trim();

function filesIn(text: string, steps: readonly EpisodeStep[]): string[] {
  const paths = new Set(
    steps.flatMap(({ files }) => files.filter(({ outside }) => !outside).map(({ path }) => path)),
  );
  return namedIn(text)
    .flatMap((name) => [...paths].filter((path) => path === name || path.endsWith(`/${name}`)).slice(0, 1))
    .slice(0, 8);
}

const PROPOSED_TYPES = [
  ...(['preference', 'decision', 'requirement', 'gotcha', 'error_pattern', 'dead_end'] as const),
  ...(['pattern', 'workflow_recipe', 'module_insight', 'causal_dependency'] as const),
] as const;

/** Its operations are looked at one by one, so that a bad one costs only itself. */
export const answerSchema = z.object({
  ops: z.array(z.unknown()),
  summary: z.string().nullish().catch(null),
});

export const malformed = ({ issues: [issue] }: z.ZodError): string =>
  `malformed: ${issue!.path.map(String).join('.')}: ${issue!.message}`;

const word = z.string().trim().min(1);

const operationSchema = z.object({
  op: z.enum(['ADD', 'UPDATE', 'DEPRECATE']),
  target: word.max(40).nullish(),
  scope: z.enum(['project', 'path', 'global']).default('project'),
  path: word.max(500).nullish(),
  type: z.enum(PROPOSED_TYPES),
  tier: z.enum(TIERS).default('short_term'),
  polarity: z.union([z.literal(-1), z.literal(0), z.literal(1)]).default(0),
  key: z
    .string()
    .regex(/^[a-z][a-z0-9_]*(\.[a-z0-9_-]+){1,4}$/, 'a key is lowercase words separated by dots')
    .max(80)
    .nullish(),
  text: word.max(600),
  ttl_days: z.number().positive().max(3650).nullish(),
  confidence: z.number().min(0).max(1),
  evidence: z.array(word.max(40)).min(1).max(20),
  quote: word.min(6).max(600),
});

type Operation = z.output<typeof operationSchema>;
