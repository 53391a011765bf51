import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { printedName } from '@sqrl/base/model/printed.ts';
import { PACKING } from '@sqrl/base/model/weights.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { addInjection, injectionsOf } from '../../store/delivery/receipts.ts';
import { writeIncidental } from '../../store/failures.ts';
import { storedMemories, storesOf } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { deliveredIn, deliveryId, holdoutOf, lastEmptied } from '../deliver/deliver.ts';
import { filesFor } from '../files/files-for.ts';
import { type Context, type ContextRequest, cleaned, contextOf } from './context.ts';
import { fileLine } from './lines.ts';

type ContextForRequest = Omit<Parsed<'context'>, 'contents'> & Partial<Parsed<'context'>>;

/** Gives the context that is wanted: of a task in general, or for an agent that plans, writes or tests. */
export async function contextFor(
  engine: Engine,
  { for: whom, contents, session, until = Number.POSITIVE_INFINITY, ...asked }: ContextForRequest,
) {
  const past = session === undefined ? [] : injectionsOf(engine.own.store, clientOf(asked), session);
  const told = session === undefined ? undefined : deliveredIn(past, lastEmptied(past)).told;
  const request = { ...asked, told };
  const { files, ...found } = await (whom === 'coder'
    ? coderContext(engine, { ...request, contents })
    : contextOf(engine, whom, request));
  const holdout =
    session !== undefined && engine.settings.delivery.holdout ? groupOf(engine, session) : 'full';
  const context: typeof found & { contents?: Record<string, string> } =
    engine.now() > until || holdout === 'control' ? emptied(found) : found;
  const memories = memoriesIn(engine, context);
  const injection =
    session === undefined || context.text === ''
      ? null
      : keepReceipt(
          engine,
          { client: clientOf(asked), session, holdout, task: asked.task },
          context,
          memories,
        );
  return {
    ...context,
    files: files.map(({ path, score, why, tokens = null, share = null }) => ({
      path,
      score,
      tokens,
      share,
      why,
    })),
    records: memories.flatMap(({ id, record }) => (record === null ? [] : [{ memory: id, record }])),
    scope: whom === 'planner' ? scopeOf(memories, asked.files ?? []) : [],
    injection,
  };
}

const clientOf = ({ client = 'sdk' }: Pick<ContextRequest, 'client'>) => client;

const groupOf = (engine: Engine, session: string) => holdoutOf(session, engine.project?.id ?? '');

const emptied = <T extends Omit<Context, 'files'>>(context: T): T => ({
  ...context,
  text: '',
  tokens: 0,
  sections: [],
});

function memoriesIn(engine: Engine, { sections }: Pick<Context, 'sections'>): Memory[] {
  const ids = new Set(sections.flatMap(({ lines }) => lines.flatMap(({ memory }) => memory ?? [])));
  return [...ids].flatMap((id) => storedMemories(storesOf(engine), id)[0]?.memory ?? []);
}

/** The files to plan for: what changes together with others, as memories have it. */
const scopeOf = (memories: readonly Memory[], atHand: readonly string[]): string[] => [
  ...new Set([
    ...atHand,
    ...memories.flatMap(({ type, files }) => (type === 'causal_dependency' ? files : [])),
  ]),
];

function keepReceipt(
  engine: Engine,
  { client, session, holdout, task }: { client: string; session: string; holdout: string; task: string },
  { tokens, sections }: Pick<Context, 'tokens' | 'sections'>,
  memories: readonly Memory[],
): string {
  const at = engine.now();
  const about = createHash('sha256').update(task).digest('hex').slice(0, 16);
  const id = deliveryId([client, session, at, 'context', about]);
  const why = Object.fromEntries(
    sections.flatMap(({ lines }) =>
      lines.flatMap(({ memory, why: [first] }) => (memory && first ? [[memory, first]] : [])),
    ),
  );
  const receipt = {
    ...{ id, client, session, at, point: 'first prompt', about, tokens, holdout, why },
    ...{ shown: true, memories: memories.map((memory) => memory.id), passages: [] },
  };
  const { store } = engine.own;
  writeIncidental(store, () => addInjection(store, receipt));
  return id;
}

/** What a coder is given: a quarter of a usual context, and no more files than can be kept apart. */
const MOST = { tokens: 32_000, files: 12 };

/**
 * Says which files a task is likely to need and why, and what is known of them. To read all of them costs no more than
 * the budget; where their contents come along, the whole is no longer than that.
 */
async function coderContext(
  engine: Engine,
  asked: ContextRequest & { contents?: boolean | undefined },
): Promise<Context & { contents: Record<string, string> }> {
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

function block(path: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${printedName(path, 1000)}\n${content.endsWith('\n') ? content : `${content}\n`}${fence}`;
}

/** Whatever is longer is not read whole by anybody. */
const MAX_FILE_BYTES = 400_000;

/** What a file of a project says, without secrets; undefined where it is no text, or lies elsewhere behind a link. */
function contentOf(root: string, path: string): string | undefined {
  const text = foreignText(join(root, path), { maxBytes: MAX_FILE_BYTES, below: root });
  return text === undefined || text.includes('\0') || text.includes('\ufffd')
    ? undefined
    : redactSync(text).text;
}
