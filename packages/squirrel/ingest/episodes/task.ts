import { withoutTaskTag } from '@sqrl/base/model/program-task.ts';
import { planTitle } from '@sqrl/base/text/own-words.ts';
import { clipLine } from './ending.ts';
import type { EpisodeFacts } from './facts.ts';
import { isFollowUp } from './follow-up.ts';

/** The task in the person's own words; where they only said "go on", what they went on with. */
export function taskOf(facts: EpisodeFacts, before: string | null): string {
  const { said, prompts } = facts;
  if (facts.apart)
    return clipLine(facts.subject ?? facts.ending.last?.text.replaceAll('\n', '; ') ?? '', MAX_TASK_CHARS);
  const plan = prompts.map(planTitle).find((title) => title !== undefined);
  if (plan !== undefined) return clipLine(plan.replace(/^Implement the plan: /, ''), MAX_TASK_CHARS);
  const own = said.find((words) => !isFollowUp(words)) ?? longest(said);
  const words = sentence(own);
  if (own !== '' && (before === null || !isFollowUp(own))) return words;
  if (before === null) return clipLine(withoutTaskTag(prompts[0] ?? ''), MAX_TASK_CHARS);
  return words === '' ? before : clipLine(`${words} · ${before.replace(/^.{0,60} · /, '')}`, MAX_TASK_CHARS);
}

const MAX_TASK_CHARS = 200;

const longest = (texts: readonly string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), '');

/** As many whole sentences as fit. */
function sentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_TASK_CHARS) return line;
  const whole = /^.{40,199}?[.!?](?=\s)/.exec(line)?.[0];
  return whole ?? clipLine(line, MAX_TASK_CHARS);
}
