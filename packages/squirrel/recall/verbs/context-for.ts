import { createHash } from 'node:crypto';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { addInjection, type Injection, injectionsOf } from '../../store/delivery/injections.ts';
import { writeIncidental } from '../../store/failures.ts';
import { storedMemories, storesOf } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { deliveredIn } from '../deliver/delivered.ts';
import { holdoutOf } from '../deliver/holdout.ts';
import { coderContext } from './coder-context.ts';
import { type Context, type ContextRequest, contextOf } from './context.ts';

/** What a context is asked for, and for which session. */
interface ContextForRequest extends Omit<ContextRequest, 'told'> {
  for: Context['for'];
  contents?: boolean;
  /** What it was told before is left out, and a receipt is kept. */
  session?: string | undefined;
  /** When the answer comes too late. */
  until?: number | undefined;
}

/** Gives the context that is wanted: of a task in general, or for an agent that plans, writes or tests. */
export async function contextFor(
  engine: Engine,
  { for: whom, contents, session, until = Number.POSITIVE_INFINITY, ...asked }: ContextForRequest,
) {
  const told =
    session === undefined ? undefined : toldIn(injectionsOf(engine.own.store, clientOf(asked), session));
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

/** Ids of the memories that the agent still has before it. */
function toldIn(past: readonly Injection[]): ReadonlySet<string> {
  const emptied = past.findLast(
    ({ point, about }) => point === 'session start' && (about === 'clear' || about === 'compaction'),
  );
  return deliveredIn(past, emptied?.at ?? 0).memories;
}

const clientOf = ({ client = 'sdk' }: Pick<ContextRequest, 'client'>) => client;

const groupOf = (engine: Engine, session: string) => holdoutOf(session, engine.project?.id ?? '');

/** A context that is not told. */
const emptied = <T extends Omit<Context, 'files'>>(context: T): T => ({
  ...context,
  text: '',
  tokens: 0,
  sections: [],
});

/** The memories among the lines of a context, each once. */
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
  const id = createHash('sha256')
    .update(JSON.stringify([client, session, at, 'context', about]))
    .digest('hex')
    .slice(0, 16);
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
