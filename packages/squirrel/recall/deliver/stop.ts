import { STOPPED } from '@sqrl/base/model/guards.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { type DeliveryCandidate, type DeliveryText, SILENCE, surestFirst } from './delivery-text.ts';
import { inFewLines, MAX_GUARD_TOKENS } from './line.ts';

/** Why a call is stopped, what to do instead, and that it may be made all the same. */
export function stopText(certain: readonly Memory[], tokens: number): DeliveryText {
  const why = (memory: Memory) =>
    `${memory.trigger?.command ?? memory.trigger?.file ?? ''} failed every time, and its fix is known`;
  const items = certain.map((memory) => ({ memory, why: why(memory) })).toSorted(surestFirst);
  const said = inFewLines(items.slice(0, 1), { lines: 1, each: 2 * MAX_GUARD_TOKENS, tokens });
  if (said.lines.length === 0) return { ...SILENCE, left: said.left };
  const text = `${STOPPED} once, because it failed every time before:\n${said.text}\n${AGAIN}`;
  const size = estimateTokens(text);
  return size > tokens ? { ...SILENCE, left: said.left } : { ...said, text, tokens: size };
}

/** Why a call is stopped that breaks a rule. A rule is said whole, whatever room is left: it is what the call waits for. */
export function ruleStopText({
  memory,
  breach,
  why,
  instead,
}: DeliveryCandidate & { breach: string; instead: readonly string[] }): DeliveryText {
  const isEmergency = memory.tier === 'emergency';
  const said = inFewLines([{ memory, why }], { lines: 1, each: MAX_RULE_TOKENS, tokens: MAX_RULE_TOKENS });
  const text = [
    `${STOPPED}${isEmergency ? '' : ' once'}, because it breaks a rule of this project (${inCode(breach)}):`,
    said.text,
    isEmergency
      ? `This rule stops every such call. Do not look for a way around it: ask the person, who lifts it with \`sqrl edit ${memory.id} --no-trigger\`.`
      : `${instead.length > 0 ? `Use ${instead.slice(0, 3).map(inCode).join(' or ')} instead` : 'Find a way that keeps the rule'}. If the rule is not about this call, or the person wants the call all the same, make it again: it will not be stopped twice.`,
  ].join('\n');
  return said.lines.length === 0 ? SILENCE : { ...said, text, tokens: estimateTokens(text) };
}

/** That a step broke a rule, where it could not be stopped. */
export function brokenText(
  { memory, breach, why }: DeliveryCandidate & { breach: string },
  tokens: number,
): DeliveryText {
  const heading = `What was just done breaks a rule of this project (${inCode(breach)}); put it right:`;
  return inFewLines([{ memory, why }], { lines: 1, each: MAX_RULE_TOKENS, tokens }, heading);
}

const MAX_RULE_TOKENS = 250;

/** A command may hold secrets, and a few words say which one is meant. */
const inCode = (text: string): string =>
  `\`${redactedStart(text.replace(/\s+/g, ' ').replaceAll('`', "'"), 100)}\``;

const AGAIN = 'To run it all the same, make the same call again; it will not be stopped twice.';
