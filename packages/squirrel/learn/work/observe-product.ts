import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { z } from 'zod';
import { aboutResult, productObservation } from '../../llm/prompts/prompts.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { agentMemoriesOf } from '../../store/events/agents-turn.ts';
import { llmOf } from '../../workspace/llm.ts';
import type { Engine } from '../../workspace/workspace.ts';
import {
  MAX_RESULT_CHARS,
  OBSERVATIONS,
  type ObservationKind,
  observationIn,
  observationText,
  type ProductObservation,
  showsProduct,
} from '../observe/product.ts';
import { type Promotion, rememberNotes } from './promote.ts';

interface ProductReport {
  kind: ObservationKind | null;
  by: 'rules' | 'model';
  memory: string | null;
}

/**
 * Keeps what a tool showed of the running product, if it is worth remembering. The language model decides where one is
 * allowed, rules otherwise. Whatever it is, the page may have said it: no agent is told before a person has reviewed it.
 */
export async function observeProduct(
  engine: Engine,
  asked: Parsed<'observeProduct'>,
): Promise<ProductReport> {
  const { session, tool, isError } = asked;
  if (!showsProduct(tool)) return { kind: null, by: 'rules', memory: null };
  const of = `${session}/product`;
  if (agentMemoriesOf(engine.own.store, { session: of, since: 0 }) >= MAX_OBSERVATIONS)
    return { kind: null, by: 'rules', memory: null };
  const result = redactedStart(asked.result, MAX_RESULT_CHARS);
  const judged = await byModel(engine, tool, result);
  const by = judged === 'unasked' ? 'rules' : 'model';
  const found = judged === 'unasked' ? observationIn(result, isError) : judged;
  if (!found) return { kind: null, by, memory: null };
  const { kind, line } = found;
  const draft = {
    type: 'e2e_observation' as const,
    text: observationText(found),
    tags: [kind, 'e2e'],
    source: 'mcp_auto' as const,
    confidence: 0.75,
    needsReview: true,
    tainted: true,
    evidence: [{ proof: 'seen_in_product', episode: null, events: [], quote: line, at: engine.now() }],
  };
  const told: Promotion = { promoted: [], dropped: [], notices: [] };
  await rememberNotes(engine, of, [{ draft, agents: 1 }], told);
  return { kind, by, memory: told.promoted[0]?.id ?? null };
}

/** A person has to review them. */
const MAX_OBSERVATIONS = 20;
/** More says no more, and costs. */
const ASKED_CHARS = 400;

const answerSchema = z.object({
  kind: z.enum([...OBSERVATIONS, 'none']),
  sentence: z.string().min(1).max(300).optional(),
});

/** What the model says; `unasked` where none may be asked or none answers. */
async function byModel(
  engine: Engine,
  tool: string,
  result: string,
): Promise<ProductObservation | undefined | 'unasked'> {
  const llm = llmOf(engine);
  if (!llm) return 'unasked';
  const { name: purpose, system, maxTokens } = productObservation;
  const prompt = aboutResult({ tool, result: result.slice(0, ASKED_CHARS) });
  const answer = await llm.ask({ purpose, system, maxTokens, prompt, schema: answerSchema });
  if (answer.did !== 'answered') return 'unasked';
  const { kind, sentence } = answer.value;
  return kind === 'none' || sentence === undefined ? undefined : { kind, line: sentence };
}
