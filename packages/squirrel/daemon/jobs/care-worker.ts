// The thread that learns, so that no request ever waits for it.
import { serveThread } from '@sqrl/base/thread.ts';
import type { JobStatus } from '../../protocol/live.ts';
import { buildEngineParts, type EngineFittings, type MachineContext, settingsOf } from '../engine-parts.ts';
import { unloadModels } from '../local.ts';
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

export interface CareNews {
  job: string;
  project: string | null;
  state: JobStatus['state'];
  done?: number;
  total?: number;
  note: string | null;
}

export interface CareResult {
  /** When the daily run over all projects was last finished; undefined for a read-only store. */
  dailyAt: number | undefined;
  /** Embedding passages ended early, because its time was over or other work waits. */
  leftPassages: boolean;
}

export interface CareProtocol {
  order: CareOrder;
  news: CareNews;
  /** Other work waits, and what can be done later ends. */
  message: 'work waits';
  result: CareResult;
}

const models = keptModels();

serveThread<CareProtocol>(async ({ order, tell, signal, onMessage }) => {
  const otherWork = new AbortController();
  onMessage(() => otherWork.abort());
  const fittings = await models.of({ ...order.surroundings, now: Date.now });
  return careWork(order, { tell, signal, otherWork: otherWork.signal, now: Date.now, fittings });
});

/** The models that the settings name, until the settings change or the thread ends. */
function keptModels() {
  let kept: { settings: string; fittings: EngineFittings } | undefined;
  return {
    async of(surroundings: MachineContext): Promise<EngineFittings> {
      const settings = JSON.stringify(settingsOf(surroundings.home));
      if (kept?.settings !== settings) {
        if (kept) await unloadModels(kept.fittings);
        kept = { settings, fittings: await buildEngineParts(surroundings) };
      }
      return kept.fittings;
    },
  };
}
