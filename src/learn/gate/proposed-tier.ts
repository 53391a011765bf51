import { namesDestructiveCommand } from '../../base/shell/destructive.ts';
import { kindOf, type Memory } from '../../model/memory.ts';

/**
 * The tier of a memory that nobody gave one. A guard against a command that destroys something is an emergency: it stands
 * first in every brief, and no age archives it without a person.
 */
export const proposedTier = ({
  type,
  text,
  trigger,
}: Pick<Memory, 'type' | 'text' | 'trigger'>): Memory['tier'] =>
  (kindOf(type) === 'guard' && trigger?.command && namesDestructiveCommand(trigger.command)) ||
  text.split(SENTENCES).some((sentence) => FORBIDS.test(sentence) && namesDestructiveCommand(sentence))
    ? 'emergency'
    : 'short_term';

const SENTENCES = /[.!?;]\s|\n/;

/** How a sentence forbids something, or has the agent ask first. */
const FORBIDS =
  /\b(?:never|do ?n[o’']t|do not|must ?n[o’']t|must not|may not|cannot be undone|forbidden|not allowed|avoid|stay away from|ask (?:me |us |the user )?(?:first )?before|without asking|jamais|interdit|niemals|nie|nicht|verboten|nunca|prohibido)\b/i;
