import { join } from 'node:path';
import { foreignText, readForeignFile, workTreeOf } from '@sqrl/base/foreign-file.ts';
import { Problem } from '@sqrl/base/problem.ts';
import {
  codeMap,
  companionsIn,
  type FileFacts,
  importScip,
  MAX_FILE_BYTES,
  moduleMap,
  readHistory,
} from '@sqrl/code-graph/index.ts';
import { codeFacts, codeFile } from '@sqrl/code-graph/tables/files.ts';
import type { Parsed } from '../protocol/verbs.ts';
import type { Engine } from '../workspace/workspace.ts';
import { asking, meantFile } from './graph.ts';
import { type GraphIndexOptions, graphIndex, requireProject } from './graph-index.ts';
import { notRead } from './unseen.ts';

/** The parts of a repository that hang together, where they are entered, and how they lean on each other. */
export function graphModules(engine: Engine, { limit }: Parsed<'graphModules'>) {
  const ask = asking(engine);
  const { modules, couplings } = moduleMap(codeMap(ask.store, ask.graph, requireProject(engine).root));
  return {
    modules,
    couplings: couplings.slice(0, limit),
    pending: ask.pending,
  };
}

/** What else changes with a file: what did, and what the graph and the names say. */
export async function graphTogether(
  engine: Engine,
  { path: asked, limit }: Parsed<'graphTogether'>,
  { onProgress, signal }: Omit<GraphIndexOptions, 'watch'>,
) {
  const ask = asking(engine);
  const { store, graph } = ask;
  const { path } = meantFile(ask, asked);
  const commits = store.readOnly
    ? 0
    : await readHistory(store, requireProject(engine).root, {
        env: engine.env,
        ...(signal && { signal }),
        onProgress: (read) => onProgress?.(read, 0, `reading commits: ${read}`),
      });
  const together = companionsIn(store, graph, path, limit);
  const unseen = together.length === 0 ? notRead(store) : [];
  return { path, commits, together, unseen, pending: ask.pending };
}

/** Takes what a SCIP index says in the place of what was found out, and links the files it speaks of again. */
export async function graphImportScip(
  engine: Engine,
  { file }: Parsed<'graphImportScip'>,
  options: Omit<GraphIndexOptions, 'watch'>,
) {
  const { store } = engine.own;
  const { root } = requireProject(engine);
  const imported = importScip(store, bytesOf(file), {
    facts: (path) => {
      const known = codeFile(store, path);
      return known && (codeFacts(store, known.id) as FileFacts | undefined);
    },
    text: (path) =>
      codeFile(store, path)
        ? foreignText(join(root, path), { maxBytes: MAX_FILE_BYTES, below: root })
        : undefined,
  });
  const { notices } = await graphIndex(engine, options);
  return { ...imported, notices };
}

/** Those of the largest repositories have some hundred megabytes. */
const MAX_SCIP_BYTES = 2 ** 30;

function bytesOf(file: string): Uint8Array {
  const read = readForeignFile(file, { maxBytes: MAX_SCIP_BYTES, what: 'an index', below: workTreeOf(file) });
  if ('bytes' in read) return read.bytes;
  const isGone = 'gone' in read;
  throw new Problem(
    isGone ? `File not found: ${file}.` : `${file} cannot be read: ${read.because}.`,
    'Create an index first, for example with `npx @sourcegraph/scip-typescript index`.',
    isGone ? 'not_found' : 'invalid',
  );
}
