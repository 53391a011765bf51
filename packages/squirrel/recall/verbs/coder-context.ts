import { printedName } from '@sqrl/base/model/printed.ts';
import { PACKING } from '@sqrl/base/model/weights.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { fileLine } from '../context/lines.ts';
import { type Context, type ContextRequest, cleaned, contextOf } from './context.ts';
import { contentOf } from './file-contents.ts';
import { filesFor } from './files-for.ts';

/** What a coder is given: a quarter of a usual context, and no more files than can be kept apart. */
const MOST = { tokens: 32_000, files: 12 };

export interface CoderContextRequest extends ContextRequest {
  /** With what the files say, as far as it fits. */
  contents?: boolean | undefined;
}

/** A coder's context, with what the files say where that was asked for. */
export interface CoderContext extends Context {
  /** By path. */
  contents: Record<string, string>;
}

/**
 * Says which files a task is likely to need and why, and what is known of them. To read all of them costs no more than
 * the budget; where their contents come along, the whole is no longer than that.
 */
export async function coderContext(engine: Engine, asked: CoderContextRequest): Promise<CoderContext> {
  const task = cleaned(asked.task);
  const budget = Math.min(asked.budget ?? MOST.tokens, MOST.tokens);
  const notes = Math.min(PACKING.implement.budget, Math.floor(budget / 4));
  const likely = await filesFor(engine, {
    task,
    files: asked.files,
    limit: MOST.files,
    budget: budget - notes,
  });
  const context = await contextOf(engine, 'coder', { ...asked, task, likely, budget: notes });
  const list = likely.files.map((file) => `- ${fileLine(file).text}`);
  const parts = ['## Files likely to be needed', ...list].join('\n');
  const begun =
    list.length === 0 ? '' : estimateTokens(`${parts}\n\n`) + context.tokens <= budget ? parts : '';
  let text = [begun, context.text].filter((part) => part !== '').join('\n\n');
  const contents: Record<string, string> = {};
  const left = [...context.left];
  for (const { path } of asked.contents && engine.project ? likely.files : []) {
    const content = contentOf(engine.project!.root, path);
    const longer = content === undefined ? undefined : `${text}\n\n${block(path, content)}`;
    if (content !== undefined && longer !== undefined && estimateTokens(longer) <= budget) {
      text = longer;
      contents[path] = content;
    } else {
      const because = content === undefined ? 'it cannot be read' : `over the ${budget}-token budget`;
      const line = { text: path, memory: null, episode: null, file: path, why: [] };
      left.push({ section: 'contents', line, because });
    }
  }
  return { ...context, budget, text, tokens: text === '' ? 0 : estimateTokens(text), contents, left };
}

/** Between fences that the text itself does not have. */
function block(path: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${printedName(path, 1000)}\n${content.endsWith('\n') ? content : `${content}\n`}${fence}`;
}
