import type { z } from 'zod';
import { backup, restore } from '../engine/backup.ts';
import { change } from '../engine/change.ts';
import type { Engine } from '../engine/engine.ts';
import { exportAs, importFrom } from '../engine/exchange.ts';
import { find } from '../engine/find.ts';
import { inProject } from '../engine/in-project.ts';
import { indexNotes } from '../engine/index-notes.ts';
import { reembed } from '../engine/reembed.ts';
import { remember } from '../engine/remember.ts';
import { stats } from '../engine/stats.ts';
import { forget, forgetAll, get, list, pin } from '../engine/verbs.ts';
import { Problem } from '../model/problem.ts';
import type { CallOptions, Client } from '../protocol/client.ts';
import { type Input, type Output, type Parsed, type Verb, verbs } from '../protocol/verbs.ts';

type Handlers = {
  [V in Verb]: (engine: Engine, input: Parsed<V>, options: CallOptions) => Promise<Output<V>>;
};

/** What each verb does. */
const handlers: Handlers = {
  remember: async (engine, draft) => {
    const { memory, did, redacted, superseded, notices } = await remember(engine, draft);
    return { id: memory.id, did, redacted, memory, superseded, notices };
  },
  find: async (engine, asked) => {
    const { hits, notices } = await find(engine, asked);
    return {
      hits: hits.map(({ memory, score, why }) => ({ memory, score, why })),
      notices,
    };
  },
  get: async (engine, { id }) => get(engine, id),
  change: (engine, { id, to }) => change(engine, id, to),
  pin: async (engine, { id, pinned }) => pin(engine, id, pinned),
  forget: async (engine, { ids }) => ({ forgotten: forget(engine, ids) }),
  forgetAll: async (engine, { of }) => ({ forgotten: forgetAll(engine, of) }),
  list: async (engine, page) => list(engine, page),
  stats: async (engine) => stats(engine),
  export: async (engine, { format, filter }) => exportAs(engine, format, filter),
  import: (engine, given, { onProgress, signal }) => importFrom(engine, { ...given, onProgress, signal }),
  backup: async (engine, { file, overwrite }) => backup(engine, file, overwrite),
  restore: async (engine, { file }) => restore(engine, file),
  index: (engine, { folder, watch }, options) => indexNotes(engine, { folder, watch, ...options }),
  reembed: (engine, _, options) => reembed(engine, options),
};

/** The engine as a client, without a process boundary in between. */
export function inProcess(engine: Engine): Client {
  return {
    notices: engine.notices,
    async call<V extends Verb>(verb: V, input: Input<V>, options: CallOptions = {}): Promise<Output<V>> {
      const parsed = verbs[verb].input.safeParse(input);
      if (!parsed.success)
        throw new Problem(sentence(parsed.error), `See \`sqrl help\` for what it takes.`, 'invalid');
      return handlers[verb](engine, localised(parsed.data as Parsed<V>, engine), options);
    },
    close: () => engine.close(),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}

/** Names files from the project's root wherever a door gave their whole path. */
function localised<T extends object>(input: T, engine: Engine): T {
  const { files, scopeOf, filter, to } = input as Places;
  const at = (file: string) => inProject(engine.project, file);
  return {
    ...input,
    ...(files && { files: files.map(at) }),
    ...(scopeOf && { scopeOf: at(scopeOf) }),
    ...(filter?.file !== undefined && { filter: { ...filter, file: at(filter.file) } }),
    ...(to && { to: localised(to, engine) }),
  };
}

/** Where files stand in what goes in. */
interface Places {
  files?: string[];
  scopeOf?: string | null;
  filter?: { file?: string };
  to?: Places;
}

/** The first thing that is wrong, in words. */
function sentence(error: z.ZodError): string {
  const { path, message } = error.issues[0]!;
  const where = path.filter((part) => typeof part === 'string').join('.');
  // Messages of our own are whole sentences and name the field themselves.
  return where && /^(Invalid|Too|Expected|Unrecognized)/.test(message)
    ? `${where}: ${message}.`
    : `${message}.`;
}
