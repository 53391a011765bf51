import { z } from 'zod';
import { MEMORY_TIES } from '../model/anchor.ts';
import { EDGE_KINDS, HOW, type LinkMethod, SYMBOL_KINDS } from '../model/code.ts';
import { anchor, id, noticeSchema, time, types } from '../model/schemas.ts';

const path = z.string().min(1, 'The file is missing').max(4096, 'The path is too long');
const name = z.string().trim().min(1, 'The symbol is missing').max(1000, 'The name is too long');
const limit = (some: number) => z.number().int().min(1).max(10_000).default(some);
const depth = (some: number) => z.number().int().min(1).max(20).default(some);

const symbol = z.object({
  id: z.number(),
  file: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  name: z.string(),
  /** With the names it lies in: `Cart.add`. */
  qualified: z.string(),
  line: z.number(),
  endLine: z.number(),
  signature: z.string(),
  exported: z.boolean(),
  test: z.boolean(),
});

/** A memory that is tied to a file, or to a symbol in it. */
const tied = z.object({
  id,
  type: z.enum(types),
  text: z.string(),
  path: z.string(),
  symbol: z.string().nullable(),
  state: anchor.shape.state,
  tie: z.enum(MEMORY_TIES),
});

const kind = z.enum(EDGE_KINDS);
const how = z.enum(Object.keys(HOW) as [LinkMethod, ...LinkMethod[]]);

/** Files that changed since they were indexed: the answer may be out of date. */
const pending = z.object({
  total: z.number(),
  paths: z.array(z.string()),
  /** After a start, a large repository is still being compared with its index. */
  unchecked: z.boolean().optional(),
});

/** The symbol that was meant, and others of the same name. */
const subject = { symbol, others: z.array(symbol), pending };

const hit = z.object({
  symbol,
  /** Where the use stands in its file. */
  line: z.number(),
  depth: z.number(),
  kind,
  how,
  confidence: z.number(),
  /** The names along the way, from the symbol asked about. */
  route: z.array(z.string()),
});

/** What was not found, where nothing was; what cannot have been seen, and how far to trust the answer. */
const seen = { none: z.string().nullable(), unseen: z.array(z.string()) };

const calls = z.object({
  ...subject,
  ...seen,
  total: z.number(),
  calls: z.array(z.object({ symbol, kind, how, confidence: z.number(), lines: z.array(z.number()) })),
});

const ties = z.object({
  path: z.string(),
  total: z.number(),
  files: z.array(
    z.object({
      path: z.string(),
      test: z.boolean(),
      kinds: z.partialRecord(kind, z.number()),
      symbols: z.array(z.string()),
    }),
  ),
  pending,
});

const entryPoint = z.object({
  path: z.string(),
  as: z.enum(['main', 'export', 'command', 'route', 'script']),
});

/** Questions about the code of a project, and the order to read it. */
export const graphVerbs = {
  /** Reads what is new or changed in the code of the project. */
  graphIndex: {
    input: z.object({ watch: z.boolean().default(false) }),
    output: z.object({
      files: z.number(),
      added: z.number(),
      changed: z.number(),
      removed: z.number(),
      /** Files whose edges were found again. */
      linked: z.number(),
      /** It was ended before its end, and goes on from there next time. */
      stopped: z.boolean(),
      /** Another process is at it. */
      busy: z.boolean(),
      troubles: z.array(z.object({ path: z.string(), because: z.string() })),
      notices: z.array(noticeSchema),
    }),
  },
  graphStatus: {
    input: z.object({}).default({}),
    output: z.object({
      root: z.string().nullable(),
      indexed: z.boolean(),
      indexedAt: time.nullable(),
      files: z.number(),
      /** Those without structure under ''. */
      languages: z.record(z.string(), z.number()),
      symbols: z.number(),
      edges: z.record(z.string(), z.number()),
      chunks: z.number(),
      /** Chunks that can be found by meaning too. */
      embedded: z.number(),
      /** Files that were not understood to their end. */
      broken: z.array(z.string()),
      /** Files of a known language that are known by their lines alone, and why. */
      unparsed: z.array(z.object({ path: z.string(), because: z.string() })),
      pending,
    }),
  },
  graphContents: {
    input: z.object({ path }),
    output: z.object({
      path: z.string(),
      language: z.string().nullable(),
      /** Why its structure is not known although its language is. */
      unparsed: z.string().nullable(),
      symbols: z.array(symbol.extend({ depth: z.number(), users: z.number() })),
      memories: z.array(tied),
      pending,
    }),
  },
  graphDefine: {
    input: z.object({ symbol: name, limit: limit(10) }),
    output: z.object({
      /** Whether they are called so, or only nearly so. */
      exactly: z.boolean(),
      symbols: z.array(symbol),
      pending,
    }),
  },
  graphCallers: { input: z.object({ symbol: name, limit: limit(50) }), output: calls },
  graphCallees: { input: z.object({ symbol: name, limit: limit(50) }), output: calls },
  graphDeps: { input: z.object({ path, limit: limit(50) }), output: ties },
  graphDependents: { input: z.object({ path, limit: limit(50) }), output: ties },
  /** Everything that may break, code before tests. */
  graphImpact: {
    input: z.object({ symbol: name, depth: depth(3), limit: limit(50) }),
    output: z.object({
      ...subject,
      ...seen,
      total: z.number(),
      tests: z.number(),
      files: z.number(),
      byDepth: z.array(z.number()),
      hits: z.array(hit),
    }),
  },
  graphTests: {
    input: z.object({ symbol: name, depth: depth(8), limit: limit(50) }),
    output: z.object({
      ...subject,
      ...seen,
      total: z.number(),
      /** How many call it in a few steps. They come first; the others may run it. */
      sure: z.number(),
      files: z.array(z.string()),
      hits: z.array(hit),
    }),
  },
  /** The parts of a repository that hang together. */
  graphModules: {
    input: z.object({ limit: limit(50) }),
    output: z.object({
      modules: z.array(
        z.object({
          name: z.string(),
          folder: z.string(),
          files: z.array(z.string()),
          tests: z.array(z.string()),
          entryPoints: z.array(entryPoint),
          /** Imports and calls between two files of its own, and those that lead out of it or into it. */
          within: z.number(),
          across: z.number(),
        }),
      ),
      couplings: z.array(
        z.object({ from: z.string(), to: z.string(), imports: z.number(), calls: z.number() }),
      ),
      flows: z.array(
        z.object({
          entry: entryPoint,
          steps: z.array(z.object({ symbol: z.string(), file: z.string(), depth: z.number() })),
        }),
      ),
      pending,
    }),
  },
  /** What else changes with a file. */
  graphTogether: {
    input: z.object({ path, limit: limit(15) }),
    output: z.object({
      path: z.string(),
      /** Commits that were new since the last time. */
      commits: z.number(),
      together: z.array(z.object({ path: z.string(), score: z.number(), why: z.array(z.string()) })),
      notices: z.array(noticeSchema),
      pending,
    }),
  },
  /** Takes what a SCIP index says in the place of what was found out. */
  graphImportScip: {
    input: z.object({ file: path }),
    output: z.object({
      files: z.number(),
      links: z.number(),
      /** Documents that are no files here, or that changed since the index was made: nothing is taken from them. */
      unknown: z.array(z.string()),
      outdated: z.array(z.string()),
      notices: z.array(noticeSchema),
    }),
  },
  graphSearch: {
    input: z.object({
      question: z.string().trim().min(1, 'The search text is missing').max(1000),
      limit: limit(10),
    }),
    output: z.object({
      hits: z.array(
        z.object({
          id: z.number(),
          path: z.string(),
          kind: z.string(),
          name: z.string().nullable(),
          line: z.number(),
          endLine: z.number(),
          score: z.number(),
          /** The reasons for its place. */
          why: z.array(z.string()),
          excerpt: z.string(),
        }),
      ),
      pending,
      notices: z.array(noticeSchema),
    }),
  },
  /** Packages from outside; of one that is named, who imports it and what is remembered about it. */
  graphPackages: {
    input: z.object({ name: name.optional(), limit: limit(50) }),
    output: z.object({
      packages: z.array(z.object({ name: z.string(), files: z.number(), tests: z.number() })),
      /** All packages; of one that is named, the files that import it. */
      total: z.number(),
      use: z
        .object({
          name: z.string(),
          files: z.array(z.object({ path: z.string(), test: z.boolean(), lines: z.array(z.number()) })),
          memories: z.array(
            z.object({
              id,
              type: z.enum(types),
              text: z.string(),
              userId: z.string().nullable(),
              via: z.string().nullable(),
              verified: z.boolean(),
              tainted: z.boolean(),
              needsReview: z.boolean(),
              stale: z.boolean().optional(),
            }),
          ),
        })
        .nullable(),
      pending,
    }),
  },
  /** Gives every piece of code a vector, so that it can be found by meaning. */
  graphEmbed: {
    input: z.object({}).default({}),
    output: z.object({
      embedded: z.number(),
      /** Of these, those that were not before. */
      fresh: z.number(),
      total: z.number(),
      model: z.string(),
      /** Why some are left; null where none are. */
      because: z.string().nullable(),
    }),
  },
} as const;
