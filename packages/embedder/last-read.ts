/** Keeps what was read last, up to a size; what was not asked for the longest goes first. */
interface LastRead<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

/** Opens an empty one; `sizeOf` says how much room a value takes. */
export function lastRead<T>(most: number, sizeOf: (value: T) => number): LastRead<T> {
  const kept = new Map<string, T>();
  let size = 0;
  const drop = (key: string, value: T) => {
    kept.delete(key);
    size -= sizeOf(value);
  };
  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      const before = kept.get(key);
      if (before !== undefined) drop(key, before);
      kept.set(key, value);
      size += sizeOf(value);
      for (const [oldest, its] of kept) {
        if (size <= most || kept.size === 1) return;
        drop(oldest, its);
      }
    },
  };
}
