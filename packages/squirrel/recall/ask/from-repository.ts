import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type LoggedCommit, latestCommits } from '@sqrl/base/git/commit-log.ts';
import type { Notice } from '@sqrl/base/messages.ts';
import { commitId } from '@sqrl/base/model/citation.ts';
import { printed, printedCode, printedName } from '@sqrl/base/model/printed.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { freshen } from '../../codebase/graph-index.ts';
import { graphSearch } from '../../codebase/graph-search.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { worthFor } from '../files/paths.ts';
import type { AskedLayers } from './layers.ts';

/** Commits and code, where a question asks for them. Without git or an index the rest is answered, with a notice. */
export async function fromRepository(
  engine: Engine,
  question: string,
  layers: AskedLayers,
  notices: Notice[],
) {
  const unlessFailing = async <T>(answer: Promise<T[]>): Promise<T[]> => {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      notices.push({ message: error.message, hint: error.hint });
      return [];
    }
  };
  return {
    commits: layers.wantsCommits ? await unlessFailing(commitsAbout(engine, question, layers)) : [],
    code: layers.wantsCode ? await unlessFailing(codeAbout(engine, question, layers)) : [],
  };
}

const SHOWN_FILES = 3;

/** A commit as a line for an agent; its message is a quotation. */
export function commitLine({ id, at, author, subject, files, filesChanged }: ShownCommit): string {
  const shown = files.slice(0, SHOWN_FILES).map((file) => printedCode(file));
  const more = filesChanged - shown.length;
  const changed =
    shown.length === 0 ? '' : ` changed ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `(${new Date(at).toISOString().slice(0, 10)}, ${printedName(author, 60)}) "${printed(subject, 200)}"${changed} [${id}]`;
}

export const codeLine = ({ path, line, name, kind, excerpt }: ShownCode): string =>
  `${printedCode(`${path}:${line}`)}${name === null ? '' : ` ${kind} ${printedName(name)}`}${excerpt === '' ? '' : `: ${printedCode(excerpt, 160)}`}`;

const MAX_PIECES = 5;
const MAX_CANDIDATES = 20;
/** A piece must hold this share of the words, or be called by a name that the question has. */
const MIN_CODE_SHARE = 0.5;

async function codeAbout(engine: Engine, question: string, { codeWords }: Pick<AskedLayers, 'codeWords'>) {
  const root = engine.project?.root;
  if (root === undefined || !existsSync(join(root, '.git')) || codeWords.length === 0) return [];
  await freshen(engine, {});
  const { hits } = await graphSearch(engine, {
    question: withWords(question, codeWords),
    limit: MAX_CANDIDATES,
  });
  const worth = worthFor(question, []);
  return hits
    .toSorted((a, b) => b.score * worth(b.path) - a.score * worth(a.path))
    .filter(({ path, name, excerpt, why }) => {
      const holds = contentWords([path, name ?? '', excerpt].join('\n'));
      const shared = codeWords.filter((word) => holds.has(word)).length;
      return why.includes('name') || shared >= MIN_CODE_SHARE * codeWords.length;
    })
    .slice(0, MAX_PIECES)
    .map(({ path, line, endLine, kind, name, excerpt }) => ({
      path,
      line,
      endLine,
      kind,
      name,
      excerpt: redactSync(excerpt).text,
    }));
}

/** The parts of a question, as they are spelled, that hold one of some words. */
const withWords = (question: string, words: readonly string[]): string =>
  question
    .split(/\s+/)
    .filter((part) => [...contentWords(part)].some((word) => words.includes(word)))
    .join(' ');

const MAX_LOOKED_AT = 3000;
const MAX_COMMITS = 5;
const MAX_FILES = 10;

/** The commits that a question asks for: by its words, the file it names and its time, best first. */
async function commitsAbout(
  engine: Engine,
  question: string,
  { time, particular }: Pick<AskedLayers, 'time' | 'particular'>,
) {
  const root = engine.project?.root;
  if (root === undefined || !existsSync(join(root, '.git'))) return [];
  const path = fileNamed(question, root);
  const words = path === undefined ? particular : [...new Set(particular).difference(contentWords(path))];
  const commits: LoggedCommit[] = [];
  for await (const commit of latestCommits(root, { limit: MAX_LOOKED_AT, time, path }, { env: engine.env }))
    commits.push(commit);
  const ranked = rankCommits(commits, words);
  // Those that changed a file answer a question about it, whatever its other words are.
  return (ranked.length === 0 && path !== undefined ? commits : ranked)
    .slice(0, MAX_COMMITS)
    .map(shownCommit);
}

/** A commit must hold this share of the words, by their weight, and of what the best one holds. */
const MIN_COMMIT_SHARE = 0.5;
const MIN_COMMIT_SHARE_OF_BEST = 0.8;
/** This share of the words must stand in any commit at all. */
const MIN_KNOWN = 0.5;

/** Commits by how many of the words they hold, rare words counting more; of equals the latest first. */
export function rankCommits<C extends Pick<LoggedCommit, 'subject' | 'body' | 'files' | 'at'>>(
  commits: readonly C[],
  words: readonly string[],
): C[] {
  if (words.length === 0) return [...commits];
  const read = commits.map((commit) => ({ commit, holds: wordsOf(commit) }));
  const weights = words.flatMap((word) => {
    const n = read.filter(({ holds }) => holds.has(word)).length;
    // A word that no commit holds does not tell one from another.
    return n === 0 ? [] : [{ word, weight: Math.log(1 + (read.length - n + 0.5) / (n + 0.5)) }];
  });
  if (weights.length < MIN_KNOWN * words.length) return [];
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0);
  const scored = read.map(({ commit, holds }) => ({
    commit,
    score: weights.reduce((sum, { word, weight }) => sum + (holds.has(word) ? weight : 0), 0) / whole,
  }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score >= MIN_COMMIT_SHARE && score >= MIN_COMMIT_SHARE_OF_BEST * best)
    .sort((a, b) => b.score - a.score || b.commit.at - a.commit.at)
    .map(({ commit }) => commit);
}

const MAX_COMPARED_CHARS = 2000;

const wordsOf = ({ subject, body, files }: Pick<LoggedCommit, 'subject' | 'body' | 'files'>): Set<string> =>
  contentWords([subject, body.slice(0, MAX_COMPARED_CHARS), ...files.slice(0, 50)].join('\n'));

function fileNamed(question: string, root: string): string | undefined {
  const names = question.slice(0, MAX_COMPARED_CHARS).split(/[\s"'`,;()?!]+/);
  return names.find(
    (name) =>
      /[./]/.test(name) && !/^[./]|\.\./.test(name) && /\w/.test(name) && existsSync(join(root, name)),
  );
}

/** A message is redacted whole before anything of it leaves. */
export const shownCommit = ({ hash, at, author, subject, files }: LoggedCommit) => ({
  id: commitId(hash),
  hash,
  at,
  author: redactSync(author).text,
  subject: redactSync(subject).text,
  files: files.slice(0, MAX_FILES),
  filesChanged: files.length,
});

export type ShownCommit = ReturnType<typeof shownCommit>;
/** Its path and line open it. */
export type ShownCode = Awaited<ReturnType<typeof codeAbout>>[number];
