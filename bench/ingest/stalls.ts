import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How long this thread kept others waiting. */
export interface Stalls {
  /** The longest that it worked without a pause, in milliseconds of its own: what the rest of the machine does is no stall. */
  longestWorkMs: number;
  /** The longest that a timer was late, whatever the cause. */
  longestDelayMs: number;
}

/** Watches this thread until it is told to stop. */
export function watchStalls(): { stop(): Stalls } {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const own = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = own();
  let longest = 0;
  const look = () => {
    const now = own();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  delay.enable();
  return {
    stop() {
      look();
      clearInterval(timer);
      delay.disable();
      return { longestWorkMs: longest, longestDelayMs: delay.max / 1e6 };
    },
  };
}
