import type { Llm } from '../../../llm/llm.ts';
import { isPassing } from '../../../llm/llm.ts';
import { aboutEpisode, memoryWriter } from '../../../llm/prompts/memory-writer.ts';
import type { Episode } from '../../../model/episode.ts';
import type { Memory } from '../../../model/memory.ts';
import { compress, type EpisodeStep } from './compress.ts';
import { judgeAnswer, judgeSummary, type WriterVerdict } from './judge.ts';
import { answerSchema } from './operation.ts';

/** What asking about an episode came to; where it failed for now, it may be asked again. */
export type WriterAnswer =
  | ({ did: 'judged'; summary: string | null } & WriterVerdict)
  | { did: 'failed'; because: string; message: string; passing: boolean };

/** Asks a model once what of an episode is worth remembering, and keeps of its answer what the record bears out. */
export async function askWriter(
  llm: Llm,
  {
    episode,
    steps,
    memories,
    signal,
  }: {
    episode: Episode;
    steps: readonly EpisodeStep[];
    /** A few that may be about the same. */
    memories: readonly Memory[];
    signal?: AbortSignal | undefined;
  },
): Promise<WriterAnswer> {
  const compressed = compress(steps);
  const shown = new Map(memories.map((memory, i) => [`m${i + 1}`, memory]));
  const answer = await llm.ask({
    purpose: memoryWriter.name,
    system: memoryWriter.system,
    prompt: aboutEpisode({
      facts: factsOf(episode),
      memories: [...shown].map(([name, memory]) => lineOf(name, memory)).join('\n'),
      episode: compressed.text,
    }),
    maxTokens: memoryWriter.maxTokens,
    schema: answerSchema,
    ...(signal && { signal }),
  });
  if (answer.did === 'failed')
    return { did: 'failed', because: answer.because, message: answer.message, passing: isPassing(answer) };
  const { ops, summary } = answer.value;
  return {
    did: 'judged',
    ...judgeAnswer(ops, { episode, compressed, memories: shown, prompt: memoryWriter.version }),
    summary: summary == null ? null : judgeSummary(summary, { episode, compressed }),
  };
}

const factsOf = ({ stats, status, phase }: Episode): string =>
  `${status}, ${phase}; ${stats.errors} errors, ${stats.retryLoops} retries, tests ${stats.tests}, frustration ${stats.frustration}`;

const lineOf = (name: string, { type, key, text }: Memory): string =>
  `${name} (${type}${key ? `, ${key}` : ''}): ${text.replace(/\s+/g, ' ').slice(0, 300)}`;
