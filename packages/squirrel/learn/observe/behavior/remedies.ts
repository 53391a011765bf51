import type { Remedy } from '@sqrl/base/model/trigger.ts';
import { coreOf, variablesOf } from '@sqrl/base/shell/command.ts';
import { isOnlyLooking } from '@sqrl/base/shell/only-looking.ts';
import type { FailureInSession } from '../signal.ts';
import { inGroups } from '../wording.ts';

type ResolvedFailure = Pick<FailureInSession, 'command'> & {
  resolution: Pick<NonNullable<FailureInSession['resolution']>, 'how' | 'command' | 'changed' | 'ran'> | null;
};

export function remedyIn({ command, resolution }: ResolvedFailure): Remedy | null {
  if (resolution === null) return null;
  const none: Omit<Remedy, 'kind'> = { command: null, folder: null, variables: [] };
  if (resolution.how === 'same command') {
    // If files were changed as well, it is unknown what helped.
    const last = resolution.changed.length === 0 ? resolution.ran.at(-1) : undefined;
    return last === undefined ? null : { ...none, kind: 'first', command: last };
  }
  if (resolution.how !== 'other command' || resolution.command === null) return null;
  const [wrapper, ...rest] = (command ?? '').split(' ');
  const words = rest.join(' ');
  const core = coreOf(resolution.command);
  if (words !== '' && (core === words || core.startsWith(`${words} `)))
    return { ...none, kind: 'without', command: wrapper! };
  const place = {
    folder: /^cd (\S+) && /.exec(resolution.command)?.[1] ?? null,
    variables: variablesOf(resolution.command),
  };
  if (core !== command) return { ...place, kind: 'instead', command: core };
  return place.folder === null && place.variables.length === 0 ? null : { ...none, ...place, kind: 'with' };
}

/** The commands that were run until the same command went well, where nothing was changed in between. */
export function fixersIn({ command, resolution }: FailureInSession): string[] {
  if (resolution?.how !== 'same command' || resolution.changed.length > 0) return [];
  return resolution.ran
    .filter((ran) => ran !== command && ran.length <= MAX_COMMAND_CHARS && !isOnlyLooking(ran))
    .slice(-3);
}

export const MAX_COMMAND_CHARS = 160;

/** What was counted most often, where that is at least `least` times and more often than all else together. */
export function mostOften(all: readonly Remedy[], least: number): Remedy | undefined {
  const [best] = inGroups(all, (remedy) => JSON.stringify(remedy));
  return best && best[1].length >= least && best[1].length * 2 > all.length ? best[1][0] : undefined;
}
