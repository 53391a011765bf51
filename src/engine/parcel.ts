import type { Ready, RoughEvent } from '../ingest/intake.ts';

/** What is ready to be kept, on its way to another thread: values without their names, which are half of what to copy costs. */
export interface Parcel extends Omit<Ready, 'events'> {
  values: unknown[];
}

/** Makes a parcel of what is ready. */
export function pack({ project, sessions, events }: Ready): Parcel {
  const values: unknown[] = [];
  for (const event of events) {
    const { files, tokens } = event;
    values.push(
      event.key,
      event.session,
      event.agent,
      event.at,
      event.kind,
      event.tool,
      event.toolName,
      event.call,
      event.command,
      files.length === 0 ? null : files,
      event.outcome,
      event.exitCode,
      event.rough,
      event.end,
      event.length,
      event.hash,
      tokens?.input ?? null,
      tokens?.output ?? null,
      tokens?.cached ?? null,
      event.durationMs,
      event.model,
      event.branch,
      event.offset,
      event.bytes,
      event.part,
      event.ranIn,
    );
  }
  return { project, sessions, values };
}

/** Takes a parcel apart. */
export function unpack({ project, sessions, values }: Parcel): Ready {
  const events: RoughEvent[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: written just above, in the same order
  const all = values as any[];
  for (let at = 0; at < all.length; at += VALUES)
    events.push({
      id: '',
      key: all[at],
      session: all[at + 1],
      agent: all[at + 2],
      at: all[at + 3],
      kind: all[at + 4],
      tool: all[at + 5],
      toolName: all[at + 6],
      call: all[at + 7],
      command: all[at + 8],
      files: all[at + 9] ?? [],
      outcome: all[at + 10],
      exitCode: all[at + 11],
      text: '',
      rough: all[at + 12],
      end: all[at + 13],
      length: all[at + 14],
      hash: all[at + 15],
      tokens:
        all[at + 16] === null ? null : { input: all[at + 16], output: all[at + 17], cached: all[at + 18] },
      durationMs: all[at + 19],
      model: all[at + 20],
      branch: all[at + 21],
      offset: all[at + 22],
      bytes: all[at + 23],
      part: all[at + 24],
      ranIn: all[at + 25],
    });
  return { project, sessions, events };
}

/** That each event has. */
const VALUES = 26;
