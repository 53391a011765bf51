import { PHASES } from '@sqrl/base/model/episode.ts';
import { CLIENTS } from '@sqrl/base/model/event.ts';
import { HOLDOUTS } from '@sqrl/base/model/moment.ts';
import {
  anchor,
  fullMemory,
  id,
  memory,
  noticeSchema,
  recordSchema,
  time,
} from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';
import { scratchpadState, scratchpadWork } from './sdk.ts';

/** A memory as lists and answers show it. */
const shown = memory.extend({
  /** What it is about has changed in the code, or is gone; left out where that is not so. */
  stale: z.boolean().optional(),
  /** A later word on the same matter stands before it; left out where that is not so. */
  earlier: z.boolean().optional(),
  own: z.boolean().optional(),
});

/** How far a memory can still be trusted. */
const staleness = z.object({
  stale: z.boolean(),
  /** A person should check whether it still applies. */
  review: z.boolean(),
  /** What its confidence is to be multiplied with, 0 to 1. */
  trust: z.number(),
  why: z.array(z.string()),
});

/** How a rule is held at the action, and how often it was met. */
const ruleHeld = z.object({
  /** What it stops, as a sentence; null where a person took its trigger away. */
  stops: z.string().nullable(),
  /** A person set it. */
  isSet: z.boolean(),
  kept: z.number(),
  broken: z.number(),
  overruled: z.number(),
});
const change = z.object({
  id: z.string(),
  text: z.string(),
  at: time,
  because: z.string().nullable(),
});

const place = z.object({
  event: z.string(),
  session: z.string(),
  log: z.string(),
  offset: z.number(),
  commit: z.string().nullable(),
});

/** Where a memory comes from: the places of its proofs, what it took the place of, and what took its own. */
const provenance = {
  evidence: z.array(fullMemory.shape.evidence.element.extend({ places: z.array(place).optional() })),
  was: z.array(change),
  replacedBy: change.nullable(),
};

const speaker = z.enum(['person', 'agent']);
const neighbor = z.object({ speaker, text: z.string() });

/** A passage of a past session, with the messages beside it. */
const saidPassage = z.object({
  /** Opens it: `sqrl show said:…`. */
  id: z.string(),
  speaker,
  at: time,
  client: z.enum(CLIENTS),
  session: z.string(),
  text: z.string(),
  before: z.array(neighbor),
  after: z.array(neighbor),
  /** Something newer on the same matter stands before it. */
  earlier: z.boolean(),
  /** Said after text from outside had come into the conversation. */
  tainted: z.boolean(),
  score: z.number(),
});

/** A commit as an answer names it. */
export const commitAnswer = z.object({
  /** Opens it: `sqrl show commit:…`. */
  id: z.string(),
  hash: z.string(),
  at: time,
  author: z.string(),
  subject: z.string(),
  /** The first ten. */
  files: z.array(z.string()),
  filesChanged: z.number(),
});

/** What a repository itself answers. */
export const repositoryAnswers = {
  commits: z.array(commitAnswer),
  code: z.array(
    z.object({
      path: z.string(),
      line: z.number(),
      endLine: z.number(),
      kind: z.string(),
      name: z.string().nullable(),
      /** The line that shares most words with the question. */
      excerpt: z.string(),
    }),
  ),
};

const line = z.object({
  text: z.string(),
  /** What it tells of; null where it tells of something else. */
  memory: z.string().nullable(),
  episode: z.string().nullable(),
  file: z.string().nullable(),
  why: z.array(z.string()).readonly(),
});

const neededFile = z.object({
  path: z.string(),
  score: z.number(),
  /** What reading it costs; null if unknown. */
  tokens: z.number().nullable(),
  /** The share of similar work that it had a part in, where there is enough of that. */
  share: z.number().nullable(),
  why: z.array(z.string()),
});
const promotion = z.object({
  promoted: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      /** How many agents of the session noted it. */
      agents: z.number(),
      needsReview: z.boolean(),
    }),
  ),
  dropped: z.array(z.object({ text: z.string(), because: z.string() })),
  notices: z.array(noticeSchema),
});

/** What a verb answers, by a schema, where that is promised to other programs. */
export const outputs = {
  remember: z.object({
    id,
    /**
     * added: new; known: the same text was there already; reinforced: nearly the same text was there, and has one more
     * proof; revived: it was there, but deprecated or expired.
     */
    did: z.enum(['added', 'known', 'reinforced', 'revived']),
    redacted: z.array(z.string()),
    memory,
    /** Ids of older memories that said otherwise of the same matter, which it replaces. */
    superseded: z.array(id),
    /** Ids of those of which it replaces only a part: they hold without it. */
    shortened: z.array(id).optional(),
    /** What it stops before an agent acts, as a sentence; left out where it is advice. */
    stops: z.string().optional(),
    /** Why it waits for a person's review, and the memories it contradicts that are trusted more. */
    review: z.string().nullable().optional(),
    against: z.array(id).optional(),
    notices: z.array(noticeSchema),
  }),
  find: z.object({
    hits: z.array(z.object({ memory: shown, score: z.number(), why: z.array(z.string()) })),
    /** What was said in past sessions; none where a filter asks for certain memories. */
    passages: z.array(saidPassage),
    /** From the repository, where the question asks for it. */
    ...repositoryAnswers,
    /** Nothing found matches well; these are only the nearest. */
    weak: z.boolean(),
    notices: z.array(noticeSchema),
  }),
  get: fullMemory.extend({
    anchors: z.array(anchor),
    staleness,
    /** Why agents are not told unasked; null where they are. */
    untold: z.string().nullable().default(null),
    held: ruleHeld.nullable().default(null),
    /** A person disputes it, and nothing has answered that yet. */
    disputed: z.boolean().default(false),
    /** The team, organization or project that has it, as people call it. */
    ownerName: z.string().nullable().default(null),
    ...provenance,
  }),
  list: z.object({
    memories: z.array(
      shown.extend({
        disputed: z.boolean(),
        confidenceNow: z.number(),
        uses: z.number(),
        opportunities: z.number(),
        lastUsedAt: time.nullable(),
        score: z.number().nullable(),
        why: z.array(z.string()),
      }),
    ),
    total: z.number(),
    /** Results that are hardly about the question and were left out. */
    weaker: z.number(),
    /** How many memories each value of a filter would leave; null unless asked for. */
    facets: z.record(z.string(), z.unknown()).nullable(),
    notices: z.array(noticeSchema),
  }),
  recall: z.object({
    kind: z.enum(['identifier', 'semantic', 'structural']),
    phase: z.enum(PHASES),
    /** The briefing as an agent reads it. */
    text: z.string(),
    tokens: z.number(),
    budget: z.number(),
    lines: z.array(
      z.object({
        memory: shown,
        score: z.number(),
        tokens: z.number(),
        why: z.array(z.string()),
      }),
    ),
    /** Talks of past sessions with what was settled in them. */
    talks: z.array(z.object({ id: z.string(), at: time, text: z.string() })),
    passages: z.array(saidPassage),
    /** From the repository, where the question asks for it. */
    ...repositoryAnswers,
    left: z.array(z.object({ id: z.string(), text: z.string(), score: z.number(), because: z.string() })),
    notices: z.array(noticeSchema),
  }),
  deliver: z.object({
    point: z.string().nullable(),
    /** To be handed to the agent as it is; mostly empty. */
    text: z.string(),
    tokens: z.number(),
    memories: z.array(z.string()),
    /** Messages of past sessions that it quotes. */
    passages: z.array(z.string()),
    injection: z.string().nullable(),
    shown: z.boolean(),
    /** What a session of a holdout group would have received. */
    withheld: z.string().nullable(),
    holdout: z.enum(HOLDOUTS),
    spent: z.object({ tokens: z.number(), cap: z.number() }),
    why: z.array(z.string()),
    left: z.array(z.object({ memory: z.string(), because: z.string() })),
    notices: z.array(noticeSchema),
  }),
  context: z.object({
    for: z.enum(['task', 'planner', 'coder', 'qa']),
    phase: z.enum(PHASES),
    /** As an agent reads it. */
    text: z.string(),
    tokens: z.number(),
    budget: z.number(),
    sections: z.array(
      z.object({
        name: z.string(),
        heading: z.string(),
        lines: z.array(line.extend({ tokens: z.number() })),
      }),
    ),
    files: z.array(neededFile),
    /** By path. */
    contents: z.record(z.string(), z.string()).optional(),
    /** The structured part of the memories among the lines, where they have one. */
    records: z.array(z.object({ memory: z.string(), record: recordSchema })),
    /** For a planner: files that change together with those at hand. */
    scope: z.array(z.string()),
    /** The receipt's id; null where no session was given or nothing was told. */
    injection: z.string().nullable(),
    left: z.array(z.object({ section: z.string(), line, because: z.string() })),
    notices: z.array(noticeSchema),
  }),
  observe: z.object({ added: z.number(), settled: z.boolean() }),
  processEvents: z.object({
    added: z.number(),
    /** The session's id here; null where no event was kept. */
    session: z.string().nullable(),
    /** Ids. */
    episodes: z.array(z.string()),
    learned: z.array(z.string()),
    changed: z.array(z.string()),
    notices: z.array(noticeSchema),
  }),
  scratchpad: z.object({
    /** Its state is null once the session has finished. */
    kept: z
      .object({ ...scratchpadWork, state: scratchpadState.nullable(), outcome: z.string().nullable() })
      .nullable(),
  }),
  promote: promotion,
  calibration: z.object({ calibrations: z.array(recordSchema.options[1]) }),
  observeProduct: z.object({
    /** Null where it is not worth remembering. */
    kind: z.enum(['precondition', 'timing', 'ui_behavior', 'test_sequence', 'tool_gotcha']).nullable(),
    /** Whether rules or the language model decided. */
    by: z.enum(['rules', 'model']),
    memory: z.string().nullable(),
  }),
  qaReport: promotion,
};
