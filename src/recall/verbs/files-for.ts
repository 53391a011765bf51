import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { foreignText } from '../../base/foreign-file.ts';
import type { Notice } from '../../base/messages.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import { statsOf } from '../../ingest/bytes.ts';
import { redact } from '../../redact/redact.ts';
import { codeFiles } from '../../store/code/files.ts';
import { codeState } from '../../store/code/state.ts';
import { type PastWork, pastWork } from '../../store/episodes/past-work.ts';
import { dot } from '../../store/vectors/vector-code.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { followed } from '../files/followed.ts';
import { NOT_THERE } from '../files/named.ts';
import { type Packed, pack } from '../files/pack.ts';
import { shares } from '../files/past.ts';
import { pathsOf } from '../files/paths.ts';
import { type Known, type NeededFile, rank } from '../files/rank.ts';
import type { Work } from '../files/work.ts';
import { filesByCode, filesTiedTo } from './files-in-code.ts';

/** What is asked for the files of a task. */
export interface FilesAsked {
  task: string;
  /** Files that are at hand already. */
  files?: readonly string[] | undefined;
  /** So many at most. */
  limit?: number | undefined;
  /** In tokens, all files together. */
  budget?: number | undefined;
}

/** The files a task is likely to need, in the order in which to read them. */
export interface FilesFor extends Packed {
  notices: Notice[];
}

/** What a coder is given unasked: a quarter of a usual context. */
const CODER = { limit: 12, budget: 32_000 };

/** So many of the likeliest are looked for on disk. */
const CONSIDERED = 200;

/** Finds the files that a task is likely to need, each with its reasons, packed into a budget. */
export async function filesFor(engine: Engine, asked: FilesAsked): Promise<FilesFor> {
  const { text: task } = await redact(asked.task.toWellFormed().replaceAll('\0', ' '));
  const known = await knownFor(engine, task);
  const { files, alike } = rank({ task, files: asked.files ?? [], now: engine.now() }, known);
  const share = shares(alike);
  const packed = pack(
    files.slice(0, CONSIDERED).filter(isThere(engine)),
    { limit: asked.limit ?? CODER.limit, budget: asked.budget ?? CODER.budget },
    { share: (path) => share.get(path), tokens: await costIn(engine) },
  );
  return { ...packed, notices: engine.meaning.notice ? [engine.meaning.notice] : [] };
}

/** What is known of a project that a task may be held against. */
export async function knownFor(engine: Engine, task: string): Promise<Known> {
  const { store } = engine.own;
  const hasCode = engine.project !== undefined && codeState(store, 'indexed_at') !== undefined;
  const paths = new Set(hasCode ? codeFiles(store).map(({ path }) => path) : []);
  const all = pastWork(store, { before: engine.now(), most: MOST_WORK }).map(remembered);
  const work = hasCode ? followed(all, paths) : all;
  for (const { changed, read } of work) for (const path of [...changed, ...read]) paths.add(path);
  return {
    paths: pathsOf(paths),
    work,
    meaning: await nearness(engine, task, work),
    ...(hasCode && {
      code: filesByCode(engine, task),
      tied: (files) => filesTiedTo(engine, files),
    }),
  };
}

/** Older work than this tells little, and to go through it all takes time. */
const MOST_WORK = 3000;

/** The same piece of work every time it is asked for, so that what was made of its words is made once. */
function remembered({ status, ...past }: PastWork): Work {
  const known = works.get(past.id);
  if (known && known.endedAt === past.endedAt) return known;
  const work = { ...past, failed: status === 'failed' };
  if (works.size > 4 * MOST_WORK) works.clear();
  works.set(past.id, work);
  return work;
}

const works = new Map<string, Work>();

/** How near past work is to a task by its meaning; of the latest only, since each text takes its time the first time. */
async function nearness(
  { meaning, settings }: Engine,
  task: string,
  work: readonly Work[],
): Promise<Map<string, number> | undefined> {
  const latest = work.filter(({ changed, isCommit }) => changed.length > 0 && !isCommit).slice(0, MOST_MEANT);
  if (latest.length === 0 || settings.search.meaning === 0) return undefined;
  const question = await meaning.ofQuestion(task.slice(0, TELLING));
  const vectors = question && (await meaning.ofMemories(latest.map(({ said }) => said.slice(0, TELLING))));
  if (!question || !vectors) return undefined;
  return new Map(latest.map(({ id }, i) => [id, dot(question, vectors[i]!)]));
}

const MOST_MEANT = 100;
const TELLING = 600;

/** Whether a file can be read; where the project is not on this machine, whatever is known of can. */
function isThere({ project }: Engine): (file: NeededFile) => boolean {
  if (!project || !existsSync(project.root)) return () => true;
  return ({ path, why }) => why[0]!.startsWith(NOT_THERE) || existsSync(join(project.root, path));
}

/** What reading a file costs, as far as it can be read. */
async function costIn({ project }: Engine): Promise<(path: string) => number | undefined> {
  if (!project || !existsSync(project.root)) return () => undefined;
  return (path) => {
    const file = join(project.root, path);
    const size = statsOf(file)?.size ?? 0;
    // Nobody needs to know exactly how much too large it is.
    if (size > LARGE) return Math.ceil(size / 4);
    const text = foreignText(file, { maxBytes: LARGE, below: project.root });
    return text === undefined ? undefined : estimateTokens(text);
  };
}

const LARGE = 200_000;
