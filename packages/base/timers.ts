/** Timers by name, none running: starting one again puts it off. */
export function timers() {
  const running = new Map<string, NodeJS.Timeout>();
  const stop = (name: string): void => {
    clearTimeout(running.get(name));
    running.delete(name);
  };
  return {
    start(name: string, ms: number, then: () => void): void {
      stop(name);
      const timer = setTimeout(() => {
        running.delete(name);
        then();
      }, ms);
      running.set(name, timer);
    },
    has: (name: string): boolean => running.has(name),
    stop,
    stopAll(): void {
      for (const name of [...running.keys()]) stop(name);
    },
  };
}
