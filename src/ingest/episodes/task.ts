import { planTitle } from '../../base/text/own-words.ts';
import { clip } from './ending.ts';
import type { Facts } from './facts.ts';
import { isFollowUp } from './follow-up.ts';

/** The task in the person's own words; where they only said "go on", what they went on with. */
export function taskOf(facts: Facts, before: string | null): string {
  const { said, prompts } = facts;
  if (facts.apart)
    return clip(facts.subject ?? facts.ending.last?.text.replaceAll('\n', '; ') ?? '', LONGEST);
  const plan = prompts.map(planTitle).find((title) => title !== undefined);
  if (plan !== undefined) return clip(plan.replace(/^Implement the plan: /, ''), LONGEST);
  const own = said.find((words) => !isFollowUp(words)) ?? longest(said);
  const words = sentence(own);
  if (own !== '' && (before === null || !isFollowUp(own))) return words;
  if (before === null) return clip(prompts[0] ?? '', LONGEST);
  return words === '' ? before : clip(`${words} · ${before.replace(/^.{0,60} · /, '')}`, LONGEST);
}

const LONGEST = 200;

const longest = (texts: readonly string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), '');

/** As many whole sentences as fit. */
function sentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= LONGEST) return line;
  const whole = /^.{40,199}?[.!?](?=\s)/.exec(line)?.[0];
  return whole ?? clip(line, LONGEST);
}
