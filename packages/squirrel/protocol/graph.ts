import { z } from 'zod';

const path = z.string().min(1, 'The file is missing').max(4096, 'The path is too long');
const name = z.string().trim().min(1, 'The symbol is missing').max(1000, 'The name is too long');
const limit = (some: number) => z.number().int().min(1).max(10_000).default(some);
const depth = (some: number) => z.number().int().min(1).max(20).default(some);
/** Questions about the code of a project, and the order to read it. */
export const graphVerbs = {
  /** Reads what is new or changed in the code of the project. */
  graphIndex: z.object({ watch: z.boolean().default(false) }),
  graphStatus: z.object({}),
  graphContents: z.object({ path }),
  graphDefine: z.object({ symbol: name, limit: limit(10) }),
  /** What uses a symbol (`into`), or what it uses (`out`). */
  graphCalls: z.object({ symbol: name, way: z.enum(['into', 'out']).default('into'), limit: limit(50) }),
  /** The files that a file depends on (`out`), or that depend on it (`into`). */
  graphDeps: z.object({ path, way: z.enum(['into', 'out']).default('out'), limit: limit(50) }),
  /** Everything that may break, code before tests. */
  graphImpact: z.object({ symbol: name, depth: depth(3), limit: limit(50) }),
  graphTests: z.object({ symbol: name, depth: depth(12), limit: limit(50) }),
  /** The tests to run for what differs from a commit. */
  graphAffected: z.object({
    commit: z
      .string()
      .regex(/^[\w@][\w./~^@{}-]*$/, 'That is not the name of a commit')
      .max(200)
      .default('HEAD'),
    limit: limit(50),
  }),
  /** The parts of a repository that hang together. */
  graphModules: z.object({ limit: limit(50) }),
  /** What else changes with a file. */
  graphTogether: z.object({ path, limit: limit(15) }),
  /** Takes what a SCIP index says in the place of what was found out. */
  graphImportScip: z.object({ file: path }),
  graphSearch: z.object({
    question: z.string().trim().min(1, 'The search text is missing').max(1000),
    limit: limit(10),
  }),
  /** Packages from outside; of one that is named, who imports it and what is remembered about it. */
  graphPackages: z.object({ name: name.optional(), limit: limit(50) }),
  /** Gives every piece of code a vector, so that it can be found by meaning. */
  graphEmbed: z.object({}),
} as const;
