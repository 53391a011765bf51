import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type LoggedCommit, latestCommits } from '@sqrl/base/git/commit-log.ts';
import { commitId } from '@sqrl/base/model/commit-id.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { AskedLayers } from './layers.ts';

export interface ShownCommit {
  /** Opens it: `sqrl show commit:1a2b3c4d5e6f`. */
  id: string;
  hash: string;
  at: number;
  author: string;
  subject: string;
  /** Files it changed, the first ten. */
  files: string[];
  filesChanged: number;
}

/** How many commits are looked through, the latest first. */
const MAX_LOOKED_AT = 3000;
const MAX_COMMITS = 5;
const MAX_FILES = 10;

/** The commits that a question asks for: by its words, the file it names and its time, best first. */
export async function commitsAbout(
  engine: Engine,
  question: string,
  { time, particular }: Pick<AskedLayers, 'time' | 'particular'>,
): Promise<ShownCommit[]> {
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
const MIN_SHARE = 0.5;
const MIN_SHARE_OF_BEST = 0.8;
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
    .filter(({ score }) => score >= MIN_SHARE && score >= MIN_SHARE_OF_BEST * best)
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
export const shownCommit = ({ hash, at, author, subject, files }: LoggedCommit): ShownCommit => ({
  id: commitId(hash),
  hash,
  at,
  author: redactSync(author).text,
  subject: redactSync(subject).text,
  files: files.slice(0, MAX_FILES),
  filesChanged: files.length,
});
