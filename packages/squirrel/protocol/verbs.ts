import { CLIENTS } from '@sqrl/base/model/event.ts';
import { type noticeSchema, time } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';
import type { Outputs } from '../verbs.ts';
import { graphVerbs } from './graph.ts';
import { historyVerbs } from './history.ts';
import { learningVerbs } from './learning.ts';
import { memoryFilter, memoryVerbs } from './memories.ts';
import { panelVerbs } from './panel.ts';
import { recallVerbs } from './recall.ts';
import { sdkVerbs } from './sdk.ts';
import { sharingVerbs } from './sharing.ts';

const format = z.enum(['json', 'markdown', 'claude']);

/** Every verb that crosses a process boundary, and what goes into it. */
export const verbs = {
  stats: z.object({}),
  export: z.object({ format: format.default('json'), filter: memoryFilter.optional() }),
  import: z.object({
    text: z.string(),
    /** Detected from the text if not given. */
    format: format.optional(),
    dryRun: z.boolean().default(false),
    /** The person says that it is an export of their own: it is believed in all it says. Else every memory waits for review. */
    mine: z.boolean().default(false),
  }),
  /** Writes one file that holds everything: the user's memory and every project's. */
  backup: z.object({ file: z.string().min(1), overwrite: z.boolean().default(false) }),
  /** Puts back what a backup holds. Stores it does not hold stay as they are. */
  restore: z.object({ file: z.string().min(1) }),
  /** Reads Markdown notes into memory: the notes folder, or the folder given. */
  index: z.object({ folder: z.string().optional(), watch: z.boolean().default(false) }),
  /** Reads the logs of clients: all that are new on this machine, or those given. */
  ingest: z.object({
    paths: z.array(z.string().min(1)).optional(),
    clients: z.array(z.enum(CLIENTS)).optional(),
    since: time.optional(),
    /** Reads from the beginning what was read before; nothing is kept twice. */
    again: z.boolean().default(false),
    /** The paths are what CI runs of this project left: JUnit reports or plain logs. */
    ci: z.boolean().default(false),
    /** The person says that the sessions in `paths` are their own, also where those lie in a repository. */
    mine: z.boolean().default(false),
    /** Goes on reading what is written until it is stopped. */
    watch: z.boolean().default(false),
  }),
  ...memoryVerbs,
  ...historyVerbs,
  ...learningVerbs,
  ...recallVerbs,
  ...panelVerbs,
  ...sharingVerbs,
  ...graphVerbs,
  ...sdkVerbs,
  /** What it knows, what it learned today, what it saved; and how the daemon is. */
  status: z.object({}),
  /** Gives every memory a vector of the present embedder, and the latest passages of conversations. */
  reembed: z.object({}),
} as const;

export type Verb = keyof typeof verbs;
export type Input<V extends Verb> = z.input<(typeof verbs)[V]>;
export type Parsed<V extends Verb> = z.output<(typeof verbs)[V]>;
/** What a verb answers, as its handler returns it. */
export type Output<V extends Verb> = Outputs[V];
export type WireFilter = z.output<typeof memoryFilter>;
export type WireNotice = z.output<typeof noticeSchema>;
