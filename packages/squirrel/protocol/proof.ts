import { PHASES } from '@sqrl/base/model/episode.ts';
import { id, time, types } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';
import { rulesHeld } from './status.ts';

const counts = z.object({
  /** Deliveries that reached an agent, the tokens they cost, and the sessions they reached. */
  reminders: z.number(),
  tokens: z.number(),
  sessions: z.number(),
  /** Calls that were stopped once; of these, those that the agent then did not make. */
  stops: z.number(),
  prevented: z.number(),
  /** What followed, an outcome for each memory and task. */
  outcomes: z.object({
    avoided: z.number(),
    followed: z.number(),
    cited: z.number(),
    'failed again': z.number(),
    ignored: z.number(),
  }),
});

const followed = z.enum(['avoided', 'followed', 'cited', 'failed again', 'ignored']);

const group = z.object({ sessions: z.number(), mean: z.number() });
/** A group against the control group in one metric. */
const compared = z.object({
  treated: group,
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  p: z.number().nullable(),
  missing: z.object({ toCompare: z.number(), toDetect: z.number().nullable() }),
  verdict: z.enum(['not enough data', 'no difference shown', 'less', 'more']),
  says: z.string(),
});
const arm = z.object({ sessions: z.number(), bad: z.number() });
const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });
const passes = z.object({ episodes: z.number(), passed: z.number() });
const range = z.object({ low: z.number(), high: z.number() });

const metrics = [
  'toolCallsPerTask',
  'filesReadAgain',
  'repeatedFailures',
  'corrections',
  'deadEnds',
  'testsPassFirst',
  'tokens',
] as const;
const perSession = z.object({
  toolCallsPerTask: z.number().nullable(),
  filesReadAgain: z.number().nullable(),
  repeatedFailures: z.number().nullable(),
  corrections: z.number().nullable(),
  deadEnds: z.number().nullable(),
  testsPassFirst: z.number().nullable(),
  tokens: z.number().nullable(),
});

/** Verbs that say what memory did. `docs/PROOF.md` documents every field. */
export const proofVerbs = {
  /** What memory did in this project: counted, and compared with a control group. */
  proof: z
    .object({
      /** All receipts, and every session that is compared; otherwise the latest receipts only. */
      all: z.boolean().default(false),
      /** One receipt by its id. */
      receipt: z.string().max(100).optional(),
    })
    .default({ all: false }),
  /** Weights of types of memories in phases of work that test runs speak for; a person applies or refuses them. */
  phaseWeights: z.object({ act: z.enum(['apply', 'refuse', 'reset']).optional() }).default({}),
  /** What the memory of each day would have said in the sessions that were read, and what followed. Writes nothing. */
  replay: z
    .object({
      /** Only the latest sessions are asked about. */
      limit: z.int().min(1).max(1000).default(1000),
    })
    .default({ limit: 1000 }),
};

/** What is answered, for other programs. */
export const proofOutputs = {
  proof: z.object({
    project: z.object({ id: z.string(), name: z.string() }).nullable(),
    at: time,
    counted: z.object({
      week: counts,
      overall: counts,
      rules: rulesHeld,
      /** Memories that reached an agent, and those of them that a person rejected or reworded afterwards. */
      flagged: z.object({ told: z.number(), flagged: z.number() }),
      /** Memories that came from corrections, and the later sessions in which none was needed again. */
      corrections: z.object({
        given: z.number(),
        avoided: z.array(
          z.object({ memory: id, text: z.string(), client: z.string(), session: z.string(), at: time }),
        ),
      }),
      receipts: z.array(
        z.object({
          id: z.string(),
          at: time,
          client: z.string(),
          session: z.string(),
          point: z.string(),
          about: z.string().nullable(),
          memory: id,
          text: z.string(),
          followed,
          why: z.string(),
        }),
      ),
    }),
    compared: z.object({
      on: z.boolean(),
      /** The first session that is compared. */
      since: time.nullable(),
      groups: z.object({ full: z.number(), passive: z.number(), control: z.number() }),
      metrics: z.array(
        compared.extend({
          metric: z.enum(metrics),
          better: z.enum(['less', 'more']),
          control: group,
          /** The same for sessions that were told something at their start and first prompt only. */
          passive: compared,
        }),
      ),
      memories: z.array(
        z.object({
          memory: id,
          text: z.string(),
          kind: z.string(),
          told: arm,
          withheld: arm,
          difference: interval,
          helps: z.number(),
          share: z.number(),
        }),
      ),
      kinds: z.array(
        z.object({ kind: z.string(), told: arm, withheld: arm, difference: interval, helps: z.number() }),
      ),
      sessions: z.array(
        perSession.extend({
          client: z.string(),
          id: z.string(),
          at: time,
          group: z.string(),
          filesChanged: z.number(),
        }),
      ),
      /** Why nothing is compared; null where something is. */
      because: z.string().nullable(),
    }),
    /** From the project's first sessions to its latest, compared with no control group. */
    life: z.object({
      /** Means per session. */
      stages: z.array(
        z.object({
          from: z.number(),
          to: z.number(),
          sessions: z.number(),
          told: z.number(),
          discoveryCalls: z.number(),
          repeatedFailures: z.number(),
        }),
      ),
      sessions: z.array(
        z.object({
          client: z.string(),
          id: z.string(),
          at: time,
          discoveryCalls: z.number(),
          repeatedFailures: z.number(),
          told: z.boolean(),
        }),
      ),
    }),
    /**
     * Of the latest tasks, those for which files near those at hand change which eight memories come first; null unless all
     * was asked for.
     */
    neighborhood: z.object({ tasks: z.number(), changed: z.number() }).nullable(),
  }),
  phaseWeights: z.object({
    /** Sessions with reminders and test runs, and how many are needed for a proposal. */
    sessions: z.number(),
    needed: z.number(),
    /** The last proposal was applied or refused, and there are too few sessions since. */
    decided: z.boolean(),
    proposals: z.array(
      z.object({
        phase: z.enum(PHASES),
        type: z.enum(types),
        from: z.number(),
        to: z.number(),
        told: passes,
        untold: passes,
        probability: z.number(),
      }),
    ),
    applied: z.record(z.string(), z.record(z.string(), z.number())),
  }),
  replay: z.object({
    sessions: z.number(),
    from: time.nullable(),
    to: time.nullable(),
    kinds: z.array(
      z.object({
        kind: z.enum(['failure', 'file', 'instruction']),
        claims: z.number(),
        spoken: z.number(),
        right: z.number(),
        tokens: range,
        minutes: range,
        rule: z.string(),
      }),
    ),
    claims: z.array(
      z.object({
        kind: z.enum(['failure', 'file', 'instruction']),
        session: z.string(),
        at: time,
        event: z.string(),
        told: z.string(),
        truth: z.string(),
        from: z.string().nullable(),
        tokens: range,
        minutes: range,
      }),
    ),
    told: z.array(
      z.object({
        kind: z.enum(['failure', 'file', 'instruction']),
        text: z.string(),
        from: z.string().nullable(),
        sessions: z.number(),
        session: z.string(),
        at: time,
      }),
    ),
  }),
};
