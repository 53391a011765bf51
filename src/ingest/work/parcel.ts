import type { Portion, RoughEvent } from '../portion.ts';

/** A portion on its way to another thread: values without their names, which are half of what to copy costs. */
export interface Parcel extends Omit<Portion, 'events'> {
  values: unknown[];
}

/** Makes a parcel of a portion. */
export function pack({ events, facts }: Portion): Parcel {
  const values: unknown[] = [];
  for (const event of events) {
    const { files, tokens } = event;
    values.push(
      event.key,
      event.session,
      event.agent,
      event.at,
      event.kind,
      event.rough,
      event.end,
      event.length,
      event.hash,
      event.tool,
      event.toolName,
      event.call,
      event.command,
      files.length === 0 ? null : files,
      event.outcome,
      event.exitCode,
      tokens?.input ?? null,
      tokens?.output ?? null,
      tokens?.cached ?? null,
      event.durationMs,
      event.model,
      event.cwd,
      event.branch,
      event.offset,
      event.bytes,
      event.part,
    );
  }
  return { values, facts };
}

/** Takes a parcel apart. */
export function unpack({ values, facts }: Parcel): Portion {
  const events: RoughEvent[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: written just above, in the same order
  const all = values as any[];
  for (let at = 0; at < all.length; at += VALUES)
    events.push({
      key: all[at],
      session: all[at + 1],
      agent: all[at + 2],
      at: all[at + 3],
      kind: all[at + 4],
      rough: all[at + 5],
      end: all[at + 6],
      length: all[at + 7],
      hash: all[at + 8],
      tool: all[at + 9],
      toolName: all[at + 10],
      call: all[at + 11],
      command: all[at + 12],
      files: all[at + 13] ?? [],
      outcome: all[at + 14],
      exitCode: all[at + 15],
      tokens:
        all[at + 16] === null ? null : { input: all[at + 16], output: all[at + 17], cached: all[at + 18] },
      durationMs: all[at + 19],
      model: all[at + 20],
      cwd: all[at + 21],
      branch: all[at + 22],
      offset: all[at + 23],
      bytes: all[at + 24],
      part: all[at + 25],
    });
  return { events, facts };
}

/** That each event has. */
const VALUES = 26;
