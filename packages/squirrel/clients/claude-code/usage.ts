import type { Tokens } from '@sqrl/base/model/event.ts';
import { countOrNull, type ForeignRecord, listOrEmpty, textOrEmpty } from '../reading/record.ts';

/** What the messages of late cost. Each record of a message repeats its usage, which must count once. */
export interface Usage {
  /** What of a message's usage no earlier step of it carried; null where that is nothing. */
  of(message: string, told: ForeignRecord): Tokens | null;
  state(): unknown;
}

// Records of one message lie close together; only parallel subagents in one log (old versions) mix them a little.
const MAX_MESSAGES = 8;

/** Begins with no message known, or with those that an earlier reading left. */
export function openUsage(state?: unknown): Usage {
  const known = new Map<string, Tokens>();
  for (const entry of listOrEmpty(state)) {
    const [id, input, output, cached] = listOrEmpty(entry);
    known.set(textOrEmpty(id), {
      input: countOrNull(input) ?? 0,
      output: countOrNull(output) ?? 0,
      cached: countOrNull(cached) ?? 0,
    });
  }
  return {
    of(message, told) {
      const before = known.get(message) ?? { input: 0, output: 0, cached: 0 };
      const cached = countOrNull(told.cache_read_input_tokens) ?? 0;
      const input =
        (countOrNull(told.input_tokens) ?? 0) + (countOrNull(told.cache_creation_input_tokens) ?? 0) + cached;
      const output = countOrNull(told.output_tokens) ?? 0;
      // The first records of a message are written while it still streams, with a count that later ones correct.
      const now = {
        input: Math.max(input, before.input),
        output: Math.max(output, before.output),
        cached: Math.max(cached, before.cached),
      };
      known.delete(message);
      known.set(message, now);
      if (known.size > MAX_MESSAGES) known.delete(known.keys().next().value!);
      if (now.input === before.input && now.output === before.output) return null;
      return {
        input: now.input - before.input,
        output: now.output - before.output,
        cached: now.cached - before.cached,
      };
    },
    state: () => [...known].map(([id, { input, output, cached }]) => [id, input, output, cached]),
  };
}
