import { CHANGING_WAYS, type Outcome, type TouchWay } from '../../model/event.ts';
import type { Store } from '../store.ts';

/** Uses of files that are still to be counted: a batch mostly comes back to the same few. */
export interface FileUses {
  /** Counts a touch that was just noted; a change that failed or was refused changed nothing. */
  add(touch: { file: number; at: number; way: TouchWay; outcome: Outcome | null }): void;
  /** To be called before a touch is taken back, too: what goes is taken off what is written. */
  write(store: Store): void;
}

/** Begins with nothing counted. */
export function newFileUses(): FileUses {
  const counted = new Map<number, { at: number; looked: number; changed: number }>();
  return {
    add({ file, at, way, outcome }) {
      let use = counted.get(file);
      if (use === undefined) {
        use = { at, looked: 0, changed: 0 };
        counted.set(file, use);
      }
      use.at = Math.max(use.at, at);
      if (!CHANGING_WAYS.has(way)) use.looked++;
      else if (outcome === null || outcome === 'ok') use.changed++;
    },
    write(store) {
      for (const [file, { at, looked, changed }] of counted) store.sql(COUNT).run(file, at, looked, changed);
      counted.clear();
    },
  };
}

const COUNT = `
  insert into file_use (file, last_at, looked, changed) values (?, ?, ?, ?)
  on conflict (file) do update set
    last_at = max(last_at, excluded.last_at),
    looked = looked + excluded.looked,
    changed = changed + excluded.changed`;
