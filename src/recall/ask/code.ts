import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contentWords } from '../../base/text/content-words.ts';
import { freshen } from '../../code/workspace/graph-index.ts';
import { graphSearch } from '../../code/workspace/graph-search.ts';
import { redactSync } from '../../redact/redact.ts';
import type { Engine } from '../../workspace/workspace.ts';
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
  { particular }: Pick<AskedLayers, 'particular'>,
): Promise<ShownCode[]> {
  const root = engine.project?.root;
  if (root === undefined || !existsSync(join(root, '.git')) || particular.length === 0) return [];
  await freshen(engine, {});
  const { hits } = await graphSearch(engine, { question, limit: MAX_CANDIDATES });
  return hits
    .filter(({ path, name, excerpt, why }) => {
      const holds = contentWords([path, name ?? '', excerpt].join('\n'));
      const shared = particular.filter((word) => holds.has(word)).length;
      return why.some(({ code }) => code === 'hit.name') || shared >= MIN_SHARE * particular.length;
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
