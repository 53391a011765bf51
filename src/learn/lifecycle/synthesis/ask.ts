import { hash } from 'node:crypto';
import { z } from 'zod';
import { givesOrders } from '../../../base/text/orders.ts';
import { isPassing, type Llm } from '../../../llm/llm.ts';
import { aboutCounts } from '../../../llm/prompts/module-synthesis.ts';
import type { LlmPrompt } from '../../../llm/prompts/prompt.ts';
import type { PrefetchRecord } from '../../../model/record.ts';
import type { Sighting } from '../../../model/sighting.ts';
import type { ModuleSummary } from './thresholds.ts';
import type { ModulePair } from './weekly.ts';

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
      sightings.push(
        sighting(`told:${hash('sha256', parsed.data.text.toLowerCase()).slice(0, 16)}`, at, {
          what: 'told',
          about,
          prompt: prompt.version,
          ...parsed.data,
          ...(prefetch && parsed.data.type === 'prefetch_pattern' && { record: prefetch }),
        }),
      );
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

/** A sighting that many sessions make together. */
const sighting = (matter: string, at: number, facts: Sighting['facts']): Sighting => ({
  signal: 'synthesis',
  matter,
  at,
  episode: null,
  events: [],
  quote: null,
  proof: 'repeated_behaviour',
  tainted: false,
  agents: 1,
  strength: 0.8,
  branch: null,
  facts,
});

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
