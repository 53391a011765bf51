import { existsSync } from 'node:fs';
import { linesByCommit } from '@sqrl/base/git/blame.ts';
import { latestCommits } from '@sqrl/base/git/commit-log.ts';
import { commitId } from '@sqrl/base/model/citation.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { symbolsAt } from '@sqrl/code-graph/index.ts';
import { symbolsIn } from '@sqrl/code-graph/tables/symbols.ts';
import type { Engine } from '../workspace/workspace.ts';
import { type QualifiedSymbol, qualifiedSymbol } from './graph.ts';

export interface FileCommit {
  id: string;
  at: number;
  subject: string;
  /** Symbols that have lines of it to this day, as they are called now and where they are. */
  symbols: QualifiedSymbol[];
}

const MAX_COMMITS = 100;

/** The commits that changed a file, the latest first; none where git does not know it. */
export async function commitsOfFile({ own, project, env }: Engine, path: string): Promise<FileCommit[]> {
  if (!project || !existsSync(project.root)) return [];
  const { store } = own;
  const found: FileCommit[] = [];
  try {
    const lines = await linesByCommit(project.root, path, { env });
    const [file] = symbolsIn(store, path);
    for await (const commit of latestCommits(project.root, { limit: MAX_COMMITS, path }, { env })) {
      const { hash, at, subject } = commit;
      const its = (lines.get(hash) ?? []).map((line): [number, number] => [line, line]);
      const symbols = symbolsAt(store, path, its)
        .filter(({ id }) => id !== file?.id)
        .map((symbol) => qualifiedSymbol(store, symbol));
      found.push({ id: commitId(hash), at, subject: redactSync(subject).text, symbols });
    }
  } catch (error) {
    // Without git, or a repository, history is told without commits.
    if (!(error instanceof Problem)) throw error;
  }
  return found;
}
