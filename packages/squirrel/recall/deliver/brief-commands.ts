import { COMMAND_KEY, type Memory } from '@sqrl/base/model/memory.ts';
import { coreOf, isAlike } from '@sqrl/base/shell/command.ts';
import type { DeliveryCandidate } from './delivery-text.ts';

/** The command that a memory with a command's key is about. What a person wrote has it as its first piece of code. */
export function commandOf({
  key,
  text,
  record,
}: Pick<Memory, 'key' | 'text' | 'record'>): string | undefined {
  if (!key?.startsWith(COMMAND_KEY)) return undefined;
  return record?.kind === 'command' ? record.uses[0]?.command : /`([^`]+)`/.exec(text)?.[1];
}

/** A failure with a known fix. */
export interface BriefFailure extends DeliveryCandidate {
  /** The latest work ran into it. */
  isLikely: boolean;
}

/**
 * Joins what is known of one command: how it is run, and how it fails. The recipes keep their order; likely failures
 * of commands that no recipe names come back apart, those of one command together.
 */
export function byCommand(
  recipes: readonly DeliveryCandidate[],
  failures: readonly BriefFailure[],
): { commands: DeliveryCandidate[][]; others: DeliveryCandidate[][] } {
  const joined = new Set<DeliveryCandidate>();
  const named = Map.groupBy(recipes, ({ memory }) => coreOf(commandOf(memory) ?? '') || memory.id);
  const commands = [...named].map(([command, some]) => {
    const failing = failures.filter((one) => !joined.has(one) && isOf(one.memory, command));
    for (const one of failing) joined.add(one);
    return [...some, ...failing.slice(0, MAX_JOINED)];
  });
  const rest = failures.filter((one) => one.isLikely && !joined.has(one));
  const others = Map.groupBy(rest, ({ memory }) => memory.trigger?.command ?? memory.id);
  return { commands, others: [...others.values()].map((some) => some.slice(0, MAX_JOINED)) };
}

/** Failures that one line has room for. */
const MAX_JOINED = 2;

/** Whether a guard is about a command, or has it for a fix. */
const isOf = ({ trigger }: Memory, command: string): boolean =>
  [trigger?.command, trigger?.remedy?.command].some((known) => known != null && isAlike(known, command));
