import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { freshen } from '../../codebase/graph-index.ts';
import { graphSearch } from '../../codebase/graph-search.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { worthFor } from '../files/worth.ts';
import type { AskedLayers } from './layers.ts';

/** A piece of code as an answer shows it; its path and line open it. */
export interface ShownCode {
  path: string;
  line: number;
  endLine: number;
  kind: string;
  name: string | null;
  /** The line that shares most words with the question. */
  excerpt: string;
}

const MAX_PIECES = 5;
const MAX_CANDIDATES = 20;
/** A piece must hold this share of the words, or be called by a name that the question has. */
const MIN_SHARE = 0.5;

/** The pieces of code that a question asks for, best first. */
export async function codeAbout(
  engine: Engine,
  question: string,
  { codeWords }: Pick<AskedLayers, 'codeWords'>,
): Promise<ShownCode[]> {
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
      return why.includes('name') || shared >= MIN_SHARE * codeWords.length;
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
