/** Timers by name: starting one again puts it off. */
export interface Timers {
  start(name: string, ms: number, then: () => void): void;
  has(name: string): boolean;
  stop(name: string): void;
  stopAll(): void;
}

/** A set of timers, none running. */
export function timers(): Timers {
  const running = new Map<string, NodeJS.Timeout>();
  const stop = (name: string) => {
    clearTimeout(running.get(name));
    running.delete(name);
  };
  return {
    start(name, ms, then) {
      stop(name);
      const timer = setTimeout(() => {
        running.delete(name);
        then();
      }, ms);
      running.set(name, timer);
    },
    has: (name) => running.has(name),
    stop,
    stopAll() {
      for (const name of [...running.keys()]) stop(name);
    },
  };
}
