import { hookLimit } from '@sqrl/squirrel/hooks/limit.ts';
import { THROWN } from './agents.ts';
import { isClean } from './hook-waves.ts';
import type { Aftermath } from './storm.ts';

/** What must not be so after a storm; none where all is well. */
export function faultsOf(aftermath: Aftermath): string[] {
  const { events, differences, ownDeaths, hooks, unanswered, agents, lost, rest, strays } = aftermath;
  const unclean = hooks.filter((called) => !isClean(called));
  return [
    ...(events === 0 ? ['nothing was read at all'] : []),
    ...differences,
    ...ownDeaths.map((last) => `a daemon ended by itself, ${last}`),
    ...unclean.map(
      ({ event, exit, out, err }) =>
        `${event} ended with ${exit}, "${out.slice(0, 200)}", "${err.slice(0, 200)}"`,
    ),
    ...(unanswered > 0 ? [`${unanswered} hooks were not answered after the storm`] : []),
    ...agents.flatMap(({ answered, refused, worksAgain }, n) => [
      ...(answered === 0 ? [`agent ${n} was never answered`] : []),
      ...refused
        .filter((text) => !isOfUse(text))
        .map((text) => `agent ${n} was told "${text.slice(0, 300)}"`),
      ...(worksAgain ? [] : [`agent ${n} is not answered after the storm`]),
    ]),
    ...lost.map((text) => `not remembered once: ${text}`),
    ...rest.busy.map((name) => `"${name}" does not come to an end`),
    ...strays.map(({ pid, command }) => `process ${pid} is left: ${command}`),
  ];
}

/** Figures over their limits, which mean something on a machine with nothing else to do: for the bench, not for a test. */
export function slownessOf({ hooks, rest }: Aftermath): string[] {
  const limited = hooks.map((called) => ({ ...called, limit: hookLimit(called, called.bareMs) }));
  return [
    ...limited
      .filter(({ ms, limit, bareMs }) => ms > limit + bareMs)
      .map(
        ({ event, ms, limit, bareMs }) =>
          `${event} took ${Math.round(ms)} ms: its limit is ${limit} ms, and a bare Node took ${Math.round(bareMs)} ms`,
      ),
    ...(rest.cpuPercent >= 1 ? [`the idle daemon uses ${rest.cpuPercent} % of a core`] : []),
  ];
}

/** Says what happened and, on a line of its own, what to do. */
const isOfUse = (text: string): boolean =>
  !text.startsWith(THROWN) && /\n.*\b(again|without|try|sqrl)\b/is.test(text);
