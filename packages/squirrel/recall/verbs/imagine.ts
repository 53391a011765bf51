import { aboutQuestion, imaginedAnswer } from '../../llm/prompts/prompts.ts';
import { llmOf } from '../../workspace/llm.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { FindRequest, FindResult } from './find.ts';

/** Fewer answers than this that are any good … */
const MIN_GOOD_ANSWERS = 3;
/** … and a person who asked in words is helped by asking again in others. */
const MIN_GOOD_SCORE = 0.5;
/** A person or an agent waits: a model that takes longer is not waited for. */
const MAX_WAIT_MS = 8000;
const MAX_QUESTION_CHARS = 1000;

type ImaginedResult = FindResult & { text: string };

/**
 * Searches, and where little comes of it and a language model is allowed, has the model imagine an answer and searches
 * once more for what is like that. One call at most; what it costs is counted, and where it fails the first answers stand.
 */
export async function withImagined<T extends ImaginedResult>(
  engine: Engine,
  { meaning, rerank }: Pick<FindRequest, 'meaning' | 'rerank'>,
  search: (vector?: Float32Array) => Promise<T>,
): Promise<T> {
  const found = await search();
  const wished = engine.settings.llm.imagined_answers && meaning === undefined && rerank !== false;
  if (!wished || found.text.trim() === '' || isEnough(found)) return found;
  const said = await llmOf(engine)?.ask({
    purpose: imaginedAnswer.name,
    system: imaginedAnswer.system,
    prompt: aboutQuestion(found.text.slice(0, MAX_QUESTION_CHARS)),
    maxTokens: imaginedAnswer.maxTokens,
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  });
  if (said?.did !== 'answered' || said.text.trim() === '') return found;
  // It is like a memory, so it is embedded as one is.
  const [vector] = (await engine.meaning.ofMemories([said.text.trim()])) ?? [];
  if (!vector) return found;
  return joined(found, await search(vector));
}

const isEnough = ({ hits }: FindResult): boolean =>
  hits.filter(({ score }) => score > MIN_GOOD_SCORE).length >= MIN_GOOD_ANSWERS;

function joined<T extends ImaginedResult>(first: T, second: T): T {
  const known = new Map(first.hits.map((hit) => [hit.memory.id, hit]));
  const news = second.hits.map((hit) => ({ ...hit, why: [...hit.why, 'similar to a generated answer'] }));
  for (const hit of news) {
    const before = known.get(hit.memory.id);
    if (!before || before.score < hit.score)
      known.set(hit.memory.id, before ? { ...before, score: hit.score } : hit);
  }
  const hits = [...known.values()].sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1));
  return { ...first, hits: hits.slice(0, Math.max(first.hits.length, second.hits.length)) };
}
