import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import { redact } from '@sqrl/base/redact/redact.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { codeFiles } from '@sqrl/code-graph/tables/files.ts';
import { codeState } from '@sqrl/code-graph/tables/state.ts';
import { statsOf } from '../../ingest/bytes.ts';
import { pastWork } from '../../store/events/last-work.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { tasksByMeaning } from '../history/past-work.ts';
import { filesByCode, filesByWords } from './files-in-code.ts';
import { MISSING } from './named.ts';
import { followed, shares } from './past.ts';
import { pathsOf } from './paths.ts';
import { type FileRankContext, type NeededFile, rank } from './rank.ts';

interface FilesRequest {
  task: string;
  files?: readonly string[] | undefined;
  limit?: number | undefined;
  /** In tokens, all files together. */
  budget?: number | undefined;
}

/** What a coder is given unasked: a quarter of a usual context. */
const CODER = { limit: 12, budget: 32_000 };

const MAX_CANDIDATES = 200;

export async function filesFor(engine: Engine, asked: FilesRequest) {
  const { text: task } = await redact(asked.task.toWellFormed().replaceAll('\0', ' '));
  const known = await knownFor(engine, task);
  const { files, alike } = rank({ task, files: asked.files ?? [], now: engine.now() }, known);
  const share = shares(alike);
  const packed = packFiles(
    files.slice(0, MAX_CANDIDATES).flatMap(onDisk(engine)),
    { limit: asked.limit ?? CODER.limit, budget: asked.budget ?? CODER.budget },
    { share: (path) => share.get(path), tokens: await costIn(engine) },
  );
  return { ...packed, notices: engine.meaning.notice ? [engine.meaning.notice] : [] };
}

export type FilesFor = Awaited<ReturnType<typeof filesFor>>;

/** What is known of a project that a task may be held against; the code is of today, whatever the time of asking. */
export async function knownFor(
  engine: Engine,
  task: string,
  { code = true }: { code?: boolean } = {},
): Promise<FileRankContext> {
  const { store } = engine.own;
  const hasCode = code && engine.project !== undefined && codeState(store, 'indexed_at') !== undefined;
  const files = hasCode ? codeFiles(store) : [];
  const paths = new Set(files.map(({ path }) => path));
  const all = pastWork(store, { before: engine.now(), most: MAX_WORK_ITEMS }).map(({ status, ...past }) => ({
    ...past,
    failed: status === 'failed',
  }));
  const work = hasCode ? followed(all, paths) : all;
  for (const { changed, read } of work) for (const path of [...changed, ...read]) paths.add(path);
  return {
    paths: pathsOf(paths),
    work,
    meaning: await tasksByMeaning(engine, task),
    ...(hasCode && {
      code: filesByCode(engine, task),
      words: filesByWords(engine, task, files),
    }),
  };
}

/** Older work than this tells little, and to go through it all takes time. */
const MAX_WORK_ITEMS = 3000;

/**
 * Leaves out what cannot be read. The index lacks files without code and those that git ignores: one that is there is not
 * called missing. Where the project is not on this machine, whatever is known of can be read.
 */
function onDisk({ project }: Engine): (file: NeededFile) => NeededFile[] {
  if (!project || !existsSync(project.root)) return (file) => [file];
  return (file) => {
    const [first, ...others] = file.clues;
    const isThere = existsSync(join(project.root, file.path));
    if (first!.why !== MISSING) return isThere ? [file] : [];
    return [isThere ? { ...file, clues: [{ ...first!, why: 'named', isNamed: true }, ...others] } : file];
  };
}

async function costIn({ project }: Engine): Promise<(path: string) => number | undefined> {
  if (!project || !existsSync(project.root)) return () => undefined;
  return (path) => {
    const file = join(project.root, path);
    const size = statsOf(file)?.size ?? 0;
    // A larger file is not read for an exact count.
    if (size > MAX_FILE_BYTES) return Math.ceil(size / 4);
    const text = foreignText(file, { maxBytes: MAX_FILE_BYTES, below: project.root });
    return text === undefined ? undefined : estimateTokens(text);
  };
}

const MAX_FILE_BYTES = 200_000;

/** Packs the likeliest files into a budget: those of most similar work first, then those of much of it, then the rest. */
export function packFiles(
  ranked: readonly NeededFile[],
  { limit, budget }: Record<'limit' | 'budget', number>,
  of: { share(path: string): number | undefined; tokens(path: string): number | undefined },
) {
  const chosen = [];
  const left: { path: string; score: number; because: string }[] = [];
  let used = 0;
  // Farther down nothing is likely enough to be weighed for its size.
  for (const { path, score, clues } of ranked.slice(0, MAX_LOOKAHEAD * limit)) {
    const isFull: boolean = chosen.length >= limit;
    const tokens: number | undefined = isFull ? undefined : of.tokens(path);
    if (isFull || used + (tokens ?? 0) > budget) {
      const because = isFull
        ? `over the limit of ${limit} files`
        : `its ${tokens ?? 0} tokens exceed the ${budget - used} left`;
      if (!isFull || left.length < MAX_LEFT) left.push({ path, score, because });
      continue;
    }
    used += tokens ?? 0;
    const share = of.share(path);
    const why = [
      ...clues.map((clue) => `${clue.why} (${clue.part} ${clue.score.toFixed(2)})`),
      ...(share === undefined ? [] : [`in ${Math.round(100 * share)} % of similar work`]),
    ];
    chosen.push({
      ...{ path, score, why, tokens, share },
      /** The first reason without its score. */
      reason: clues[0]?.why,
      /** The task names it or something that it defines. */
      isNamed: clues.some(({ isNamed }) => isNamed),
    });
  }
  // Equal places stay in the order of their scores.
  return { files: chosen.toSorted((a, b) => tier(a.share) - tier(b.share)), tokens: used, left };
}

/** What is read first: files of more than four fifths of similar work, then of more than half. */
const tier = (share: number | undefined): number =>
  share === undefined ? 2 : share > 0.8 ? 0 : share > 0.5 ? 1 : 2;

const MAX_LEFT = 20;
const MAX_LOOKAHEAD = 4;
