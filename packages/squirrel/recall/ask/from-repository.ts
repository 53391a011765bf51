import type { Notice } from '@sqrl/base/messages.ts';
import { printed, printedCode, printedName } from '@sqrl/base/model/printed.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { codeAbout, type ShownCode } from './code.ts';
import { commitsAbout, type ShownCommit } from './commits.ts';
import type { AskedLayers } from './layers.ts';

export interface RepositoryAnswers {
  commits: ShownCommit[];
  code: ShownCode[];
}

/** Commits and code, where a question asks for them. Without git or an index the rest is answered, with a notice. */
export async function fromRepository(
  engine: Engine,
  question: string,
  layers: AskedLayers,
  notices: Notice[],
): Promise<RepositoryAnswers> {
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
