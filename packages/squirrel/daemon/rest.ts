/** How long nothing must have happened. */
const QUIET_MS = 5000;

/** Gives memory back once after each spell of work, when there is nothing more to do; in between it costs nothing. */
export function restWhenIdle(isIdle: () => boolean): { stir(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    if (isIdle()) collect();
    else again();
  };
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(look, QUIET_MS).unref();
  };
  again();
  return { stir: again, stop: () => clearTimeout(timer) };
}

/** Only a daemon that was started with DAEMON_FLAGS has this function. */
function collect(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
