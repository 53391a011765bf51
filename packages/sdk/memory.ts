import { keptMemories } from '@sqrl/squirrel/mcp/kept-memories.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import { askerOver, CALL_TIMEOUT_MS } from './ask.ts';
import { openLoop } from './loop.ts';
import { sessionIn } from './session.ts';
import type { Memory, MemorySession, OpenOptions, PointLimits, SessionOptions } from './types.ts';

/** What the SDK knows of the outside; the entry of the package builds it from the process. */
export interface SdkWorld {
  client: Promise<VerbClient>;
  /** Where the agent works. */
  cwd: string;
  /** Whether a person has paused Squirrel here. */
  isPaused(): boolean;
  now(): number;
}

/** What an agent's loop can spare at each point. */
const POINT_LIMITS: PointLimits = {
  systemPrompt: 500,
  firstMessage: 2000,
  toolResult: 100,
  betweenSteps: 50,
};

/** How long closing waits for what is still being learned. */
const CLOSING_MS = 10_000;

/** A project's memory over a client that may still be opening. */
export function memoryOver(
  world: SdkWorld,
  options: Pick<OpenOptions, 'tools' | 'timeoutMs' | 'pointLimitsMs' | 'onDegraded'> = {},
): Memory {
  const { client } = world;
  const { tools = {}, timeoutMs = CALL_TIMEOUT_MS, pointLimitsMs, onDegraded } = options;
  const asker = askerOver({ client, timeoutMs, onDegraded });
  const running = new Set<Promise<unknown>>();
  let notices: Memory['notices'] = [];
  client.then(
    (opened) => (notices = opened.notices),
    () => {},
  );
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= shut());
  const shared = {
    ...{ world, asker, tools, limits: { ...POINT_LIMITS, ...pointLimitsMs } },
    behind(work: Promise<unknown>) {
      const settled = work.catch(() => {}).finally(() => running.delete(settled));
      running.add(settled);
    },
  };

  async function shut(): Promise<void> {
    const timer = Promise.withResolvers<void>();
    const limit = setTimeout(timer.resolve, CLOSING_MS);
    await Promise.race([Promise.all(running).then(() => asker.idle()), timer.promise]);
    clearTimeout(limit);
    await client.then(
      (opened) => opened.close(),
      () => {},
    );
  }

  return {
    ...keptMemories(asker.call, world.now),
    get notices() {
      return notices;
    },
    call: asker.call,
    session: (given) => sessionIn(shared, given),
    async resume(id, given = {}): Promise<MemorySession | undefined> {
      const found = await asker.ask('scratchpad', { session: id });
      if (!found?.kept?.state) return undefined;
      const { state, module, plannedSteps } = found.kept;
      const options: SessionOptions = {
        ...{ task: state.task, role: state.role },
        ...(module !== null && { module }),
        ...(plannedSteps !== null && { plannedSteps }),
        ...given,
        id,
      };
      return sessionIn(shared, options, openLoop(shared, options, found.kept));
    },
    close,
    [Symbol.asyncDispose]: close,
    [Symbol.dispose]: () => void close(),
  };
}
