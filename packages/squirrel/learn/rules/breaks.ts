import type { RuleTrigger } from '@sqrl/base/model/rule-trigger.ts';
import { type FileWrite, writesOf } from '@sqrl/base/shell/file-writes.ts';
import { type Invocation, invocationsOf } from '@sqrl/base/shell/invocations.ts';
import { isCall, type PlacedCall, placedCalls } from './calls.ts';
import { fitsGlob } from './globs.ts';
import { isAdded } from './texts.ts';

/** What an agent is about to do, as rules look at it. */
export interface RuleAction {
  command: string | null;
  /** Files that an editing tool changes; those of a command are found in it. */
  writes: readonly (FileWrite & { replaced?: string | undefined })[];
  /** Where a path of a command lies below the repository; absolute outside of it. */
  place?: ((path: string) => string) | undefined;
  /** Whether a file is not there yet; without it, what is written whole is new. */
  isNew?: ((path: string) => boolean) | undefined;
  /** The branch that is checked out; undefined where it is not known. */
  branch?: string | undefined;
}

/** What of an action breaks a rule, in a few words; undefined where nothing does. */
export function breachOf(
  trigger: RuleTrigger,
  { command, writes, place, isNew, branch }: RuleAction,
): string | undefined {
  const calls = placedCalls(command === null ? [] : invocationsOf(command), branch);
  const met = calls.find(
    (one) => trigger.stops.some((stop) => isCall(stop, one)) && !isAllowed(trigger, one),
  );
  if (met) return [met.call.program, ...met.call.args].join(' ');
  if (trigger.files.length + trigger.texts.length === 0) return undefined;
  const shell = calls.filter((one) => !isAllowed(trigger, one)).flatMap(({ call }) => writesOf(call));
  // What lies outside of the repository is not the rule's matter.
  const changes = [
    ...writes,
    ...shell.map((one) => ({ ...one, path: place?.(one.path) ?? one.path })),
  ].filter(({ path }) => !/^[/~]|^[a-zA-Z]:/.test(path));
  // What is written whole may have been there, and a patch may make a file.
  const howOf = ({ path, how }: FileWrite): FileWrite['how'] =>
    how === 'delete' || !isNew ? how : isNew(path) ? 'create' : 'change';
  const change = changes.find(
    (one) =>
      isMeant(trigger.change, howOf(one)) &&
      trigger.files.some((glob) => fitsGlob(glob, one.path)) &&
      !trigger.outside.some((glob) => fitsGlob(glob, one.path)),
  );
  if (change) return change.path;
  const written = changes.find(
    (one) => one.how !== 'delete' && trigger.texts.some((text) => isAdded(text, trigger, one)),
  );
  return written?.path;
}

const isMeant = (change: RuleTrigger['change'], how: FileWrite['how']): boolean =>
  change === 'any' || (change === 'existing' ? how !== 'create' : change === how);

/** Whether a call is what the rule asks for, or is run by it. */
const isAllowed = ({ allows }: RuleTrigger, { call, branch }: PlacedCall): boolean =>
  [call, ...runBy(call)].some((one) => allows.some((allow) => isCall(allow, { call: one, branch }, true)));

const runBy = ({ via }: Invocation): Invocation[] => (via ? [via, ...runBy(via)] : []);
