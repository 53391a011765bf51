import type { Notice } from '@sqrl/base/messages.ts';
import type { Phase } from '@sqrl/base/model/episode.ts';
import type { Memory, MemoryType } from '@sqrl/base/model/memory.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import { likenessAmong } from '../../workspace/likeness.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isHelpful } from '../context/helpful.ts';
import { isWithin } from '../deliver/delivery-text.ts';
import { inWords, type PromptMatch, strengthOf } from '../deliver/strength.ts';
import { distinct } from '../distinct.ts';
import type { Hit } from '../find.ts';
import { askable } from './asked-for.ts';
import { type ShownHit, search } from './find.ts';
import { type LoadedRules, NONE_LOADED, roomFor } from './loaded-rules.ts';

/** What a task may bring up. */
export interface ContextQuery {
  /** The task, without secrets. */
  text: string;
  /** Files at hand. */
  files: readonly string[];
  /** Files that will probably be: what warns of them is told, and nothing else on their account. */
  likely?: readonly string[] | undefined;
  phase?: Phase | undefined;
  types?: readonly MemoryType[] | undefined;
  /** What the agent has read already. */
  loaded?: LoadedRules | undefined;
  limit: number;
}

/** A memory that has to do with a task. */
export type RelevantHit = ShownHit & { strength: PromptMatch };

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

/** Whether a memory warns of one of some files. */
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
