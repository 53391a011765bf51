import type { Engine } from '../../workspace/workspace.ts';
import { coderContext } from './coder-context.ts';
import { type Context, type ContextRequest, roleContext, taskContext } from './context.ts';

/** Gives the context that is wanted: of a task in general, or for whoever plans, writes or tests. */
export async function contextFor(
  engine: Engine,
  { for: whom, contents, ...asked }: ContextRequest & { for: Context['for']; contents?: boolean },
) {
  const { files, ...context } = await (whom === 'task'
    ? taskContext(engine, asked)
    : whom === 'coder'
      ? coderContext(engine, { ...asked, contents })
      : roleContext(engine, whom, asked));
  return {
    ...context,
    files: files.map(({ path, score, why, tokens = null, share = null }) => ({
      path,
      score,
      tokens,
      share,
      why,
    })),
  };
}
