// The thread that learns, so that no request ever waits for it.
import type { Message } from '../../base/messages.ts';
import { serveThread } from '../../base/thread.ts';
import type { JobStatus } from '../../protocol/status.ts';
import { buildEngineParts, type EngineFittings, type MachineContext, settingsOf } from '../engine-parts.ts';
import { unloadModels } from '../shared-resources.ts';
import { careWork } from './care-work.ts';

export interface CareOrder {
  surroundings: Omit<MachineContext, 'now'>;
  /** Ids of projects; not read where `all` is set. */
  projects: readonly string[];
  all: boolean;
  /** Leaves out projects with nothing left to learn from. */
  unlearnedOnly: boolean;
  /** Embeds passages of all projects, not only of those that are looked after. */
  embedAll: boolean;
}

/** The new state of a job. */
export interface CareNews {
  job: string;
  project: string | null;
  state: JobStatus['state'];
  done?: number;
  total?: number;
  note: Message | null;
}

/** What came of an order. */
export interface CareResult {
  /** When the daily run over all projects was last finished; undefined for a read-only store. */
  dailyAt: number | undefined;
  /** Embedding passages ended early, because its time was over or other work waits. */
  leftPassages: boolean;
}

export interface CareProtocol {
  order: CareOrder;
  news: CareNews | { finished: CareResult };
  /** The next order; or other work waits, and what can be done later ends. */
  message: CareOrder | 'work waits';
  /** It ends when no order came for a while. */
  result: undefined;
}

/** While agents work there is something to learn every few seconds; to load program and models takes longer than most of that. */
const LINGER_MS = 15_000;

await serveThread<CareProtocol>(async ({ order, tell, signal, onMessage }) => {
  const orders = [order];
  const models = keptModels();
  let otherWork = new AbortController();
  let wake = () => {};
  signal.addEventListener('abort', () => wake());
  onMessage((said) => {
    if (said === 'work waits') return otherWork.abort();
    orders.push(said);
    wake();
  });
  try {
    for (let next = orders.shift(); next && !signal.aborted; next = orders.shift()) {
      otherWork = new AbortController();
      const fittings = await models.of({ ...next.surroundings, now: Date.now });
      const finished = await careWork(next, {
        ...{ tell, signal, otherWork: otherWork.signal, now: Date.now, fittings },
      });
      tell({ finished });
      if (orders.length > 0 || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LINGER_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    await models.unload();
  }
  return undefined;
});

/** The models that the settings name, until the settings change. */
function keptModels() {
  let kept: { settings: string; fittings: EngineFittings } | undefined;
  const unload = async () => {
    if (kept) await unloadModels(kept.fittings);
    kept = undefined;
  };
  return {
    unload,
    async of(surroundings: MachineContext): Promise<EngineFittings> {
      const settings = JSON.stringify(settingsOf(surroundings.home));
      if (kept?.settings !== settings) {
        await unload();
        kept = { settings, fittings: await buildEngineParts(surroundings) };
      }
      return kept!.fittings;
    },
  };
}
