import { type Message, message } from '../../base/messages.ts';
import { isOnlyLooking } from '../../base/shell/only-looking.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import type { Memory } from '../../model/memory.ts';
import { printedCode, printedName } from '../../model/printed.ts';
import type { Trigger } from '../../model/trigger.ts';
import { type DeliveryCandidate, type DeliveryText, SILENCE, surestFirst } from './delivery-text.ts';
import { inFewLines, MAX_GUARD_TOKENS } from './line.ts';

/** What a failure is known by. */
export interface FailureKey {
  id: string;
  /** The line that says what went wrong. */
  line: string;
}

/** How the same failure was resolved one time. */
export interface FailureResolution {
  how: string;
  /** What was run at last. */
  command: string | null;
  /** Files that were changed before it went well. */
  changed: readonly string[];
  /** What was run in between. */
  ran: readonly string[];
}

/** Less often it may have been chance. */
const MIN_TIMES = 2;
/** A shorter line says too little to know a failure by. */
const MIN_LINE_CHARS = 16;

/** The fix that worked before: what a memory says of this very failure, or what resolved it every time. */
export function afterFailure(
  failure: FailureKey,
  known: {
    candidates: readonly DeliveryCandidate[];
    resolved: readonly FailureResolution[];
    command: string;
  },
  tokens: number,
): DeliveryText {
  const spoken = known.candidates.toSorted(surestFirst).slice(0, 1);
  if (spoken.length > 0) return inFewLines(spoken, { lines: 1, each: MAX_GUARD_TOKENS, tokens });
  const fix = fixAmong(known.resolved, known.command);
  if (!fix) return SILENCE;
  const text = `This failed the same way before. ${fix.said} (${fix.times} of ${known.resolved.length} times).`;
  const size = estimateTokens(text);
  if (size > Math.min(MAX_LINE_TOKENS, tokens)) return SILENCE;
  const why = message('deliver.resolved', {
    times: fix.times,
    all: known.resolved.length,
    line: failure.line,
  });
  return { text, tokens: size, lines: [{ text, tokens: size, memory: null, why }], left: [] };
}

/**
 * Why an error pattern is taken to speak of a failure: it expects its fingerprint, is tagged with it, or quotes its line.
 * That it fails need not be said of what has just failed; so no other memory does.
 */
export function speaksOf(
  { trigger, tags, text, type }: Memory,
  { id, line }: FailureKey,
): Message | undefined {
  if (type !== 'error_pattern') return undefined;
  if (trigger?.expects === id) return message('deliver.failureExpected', { id });
  if (tags.some((tag) => tag === id || tag === `failure:${id}`))
    return message('deliver.failureTagged', { id });
  const start = line.slice(0, QUOTED);
  return start.length >= MIN_LINE_CHARS && text.includes(start)
    ? message('deliver.failureQuoted')
    : undefined;
}

/** Whether a guard says what to do instead; of what a person said that is taken for granted. */
export const saysFix = ({ text, type, trigger }: Memory): boolean =>
  (type !== 'gotcha' && type !== 'dead_end') || trigger?.fix != null || /; (?:run|read) /.test(text);

/** When a trigger applies. */
export const inWords = ({ tool, command, file, given }: Trigger): string =>
  [tool, command && `\`${command}\``, file, given].filter((part) => part !== null).join(', ');

/** As much of a line as an error pattern quotes at least. */
const QUOTED = 60;

/** What resolved a failure most often, where that was the same thing at least twice and more often than not. */
function fixAmong(
  resolved: readonly FailureResolution[],
  failed: string,
): { said: string; times: number } | undefined {
  const times = new Map<string, number>();
  const ways = resolved.map((one) => new Set(waysOf(one, failed)));
  for (const some of ways) for (const said of some) times.set(said, (times.get(said) ?? 0) + 1);
  // A command says more than the name of a file, and comes first where both were always there.
  const [best] = [...times].sort(
    ([a, x], [b, y]) => y - x || Number(b.includes('`')) - Number(a.includes('`')) || (a < b ? -1 : 1),
  );
  if (!best || best[1] < MIN_TIMES || best[1] * 2 < resolved.length) return undefined;
  return { said: best[0], times: best[1] };
}

/** What may have resolved it, each in words; nothing where it was only tried again. */
function waysOf({ how, command, changed, ran }: FailureResolution, failed: string): string[] {
  // Such a failure is about the file itself, and another one each time.
  if (how === 'same file') return [];
  const menders = ran.filter((one) => one !== failed && !isOnlyLooking(one)).slice(-3);
  return [
    ...(how === 'other command' && command !== null && command !== failed
      ? [`${printedCode(command, 120)} worked instead`]
      : []),
    ...menders.map((one) => `It passed after ${printedCode(one, 120)}`),
    ...changed.slice(0, 5).map((file) => `It passed after a change in ${printedName(file)}`),
  ];
}

const MAX_LINE_TOKENS = 2 * MAX_GUARD_TOKENS;
