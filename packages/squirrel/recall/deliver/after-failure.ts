import type { Memory } from '@sqrl/base/model/memory.ts';
import { printedCode, printedName } from '@sqrl/base/model/printed.ts';
import type { Trigger } from '@sqrl/base/model/trigger.ts';
import { isAlike } from '@sqrl/base/shell/command.ts';
import { fetches } from '@sqrl/base/shell/fetches.ts';
import { isOnlyLooking } from '@sqrl/base/shell/only-looking.ts';
import { shellSteps } from '@sqrl/base/shell/steps.ts';
import { isSameTask } from '@sqrl/base/shell/wrappers.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { Fingerprint } from '../../ingest/episodes/fingerprint.ts';
import { lastName } from '../../learn/lifecycle/occasion.ts';
import { isCheck, kindOfCommand } from '../../learn/observe/behavior/command-kind.ts';
import { cannotBegin } from '../../learn/observe/behavior/passing-trouble.ts';
import type { ResolvedOnce } from '../../store/events/agents-turn.ts';
import {
  type DeliveryCandidate,
  type DeliveryText,
  inFewLines,
  MAX_GUARD_TOKENS,
  SILENCE,
  surestFirst,
} from './delivery-text.ts';

/** Less often it may have been chance. */
const MIN_TIMES = 2;
/** A shorter line says too little to know a failure by. */
const MIN_LINE_CHARS = 16;

/** The fix that worked before: what a memory says of this very failure, or what resolved it every time. */
export function afterFailure(
  failure: Fingerprint,
  known: {
    candidates: readonly DeliveryCandidate[];
    resolved: readonly ResolvedOnce[];
    command: string;
  },
  tokens: number,
): DeliveryText {
  const spoken = known.candidates.toSorted(surestFirst).slice(0, 1);
  if (spoken.length > 0) return inFewLines(spoken, { lines: 1, each: MAX_GUARD_TOKENS, tokens });
  const fix = fixAmong(known.resolved, known.command, failure.line);
  if (!fix) return SILENCE;
  const text = `This failed the same way before. ${fix.said} (${fix.times} of ${known.resolved.length} times).`;
  const size = estimateTokens(text);
  if (size > Math.min(MAX_LINE_TOKENS, tokens)) return SILENCE;
  const why = `resolved this way ${fix.times} of ${known.resolved.length} times: ${failure.line}`;
  return { text, tokens: size, lines: [{ text, tokens: size, memory: null, why }], left: [] };
}

/**
 * Why an error pattern is taken to speak of a failure: it expects its fingerprint, is tagged with it, or quotes its line.
 * That it fails need not be said of what has just failed; so no other memory does.
 */
export function speaksOf(
  { trigger, tags, text, type }: Memory,
  { id, line }: Fingerprint,
): string | undefined {
  if (type !== 'error_pattern') return undefined;
  if (trigger?.expects === id) return `it expects this failure (${id})`;
  if (tags.some((tag) => tag === id || tag === `failure:${id}`))
    return `it is tagged with this failure (${id})`;
  const start = line.slice(0, QUOTED);
  return start.length >= MIN_LINE_CHARS && text.includes(start) ? 'it quotes the error' : undefined;
}

/** Whether a guard says what to do instead; of what a person said that is taken for granted. */
export const saysFix = ({ type, trigger }: Memory): boolean =>
  (type !== 'gotcha' && type !== 'dead_end') || trigger?.remedy != null;

export const inWords = ({ tool, command, file }: Trigger): string =>
  [tool, command && `\`${command}\``, file].filter((part) => part !== null).join(', ');

/** As much of a line as an error pattern quotes at least. */
const QUOTED = 60;

interface PossibleFix {
  kind: 'instead' | 'ran' | 'changed';
  what: string;
}

/**
 * What resolved a failure most often, where that was more often than not: the same thing at least twice, or once another
 * command in its place that the network has no part in. To be told of it after the second failure costs nothing.
 */
function fixAmong(
  resolved: readonly ResolvedOnce[],
  failed: string,
  line: string,
): { said: string; times: number } | undefined {
  const counts = new Map<string, { fix: PossibleFix; times: number }>();
  for (const one of resolved)
    for (const fix of waysOf(one, failed, line)) {
      const known = counts.get(`${fix.kind} ${fix.what}`) ?? { fix, times: 0 };
      known.times++;
      counts.set(`${fix.kind} ${fix.what}`, known);
    }
  // A command says more than the name of a file, and comes first where both were always there.
  const [best] = [...counts]
    .sort(
      ([a, x], [b, y]) =>
        y.times - x.times ||
        Number(x.fix.kind === 'changed') - Number(y.fix.kind === 'changed') ||
        (a < b ? -1 : 1),
    )
    .map(([, each]) => each);
  if (!best || best.times * 2 < resolved.length) return undefined;
  const { kind, what } = best.fix;
  // Where files were changed as well, these may be what helped.
  const isPlain = kind === 'instead' && !fetches(what, failed) && resolved[0]!.changed.length === 0;
  if (best.times < MIN_TIMES && (resolved.length > 1 || !isPlain)) return undefined;
  return { said: FIX_TEXTS[kind](what), times: best.times };
}

const FIX_TEXTS: Record<PossibleFix['kind'], (what: string) => string> = {
  instead: (command) => `${printedCode(command, 120)} worked instead`,
  ran: (command) => `It passed after ${printedCode(command, 120)}`,
  changed: (file) => `It passed after a change in ${printedName(file)}`,
};

/** What may have resolved it, each once; nothing where it was only tried again. */
function waysOf({ how, command, changed, ran }: ResolvedOnce, failed: string, line: string): PossibleFix[] {
  // Such a failure is about the file itself, and another one each time.
  if (how === 'same file') return [];
  const fixers = ran.filter((one) => one !== failed && !isOnlyLooking(one)).slice(-3);
  return [
    ...(how === 'other command' && command !== null && standsFor(command, failed, line)
      ? [{ kind: 'instead' as const, what: command }]
      : []),
    ...[...new Set(fixers)].map((what) => ({ kind: 'ran' as const, what })),
    ...[...new Set(changed.slice(0, 5))].map((what) => ({ kind: 'changed' as const, what })),
  ];
}

/**
 * Whether a command did the work of another that failed so: the same task by another runner, or nearly the same words. That
 * a part of the tests passed is no fix of all of them.
 */
const standsFor = (command: string, failed: string, line: string): boolean =>
  command !== failed &&
  (isSameTask(command, failed) ||
    (isAlike(command, failed) &&
      (cannotBegin(line) || !shellSteps(failed).some((step) => isCheck(kindOfCommand(step))))));

const MAX_LINE_TOKENS = 2 * MAX_GUARD_TOKENS;

/** Whether a memory says where something is that is searched for by these names. */
export function saysWhere({ text, files, symbols }: Memory, names: readonly string[]): boolean {
  if (files.length === 0 && !PATH.test(text)) return false;
  const said = `${text} ${symbols.join(' ')}`;
  return (
    names.some((name) => symbols.some((symbol) => lastName(symbol) === name)) ||
    (names.length > 0 && names.every((name) => isNamedIn(name, said)))
  );
}

/**
 * The names that a search looks for: `parsePrice`, `parse_price`, `price-parser.ts`. A plain word is looked for in a
 * hundred ways, of which a memory that holds it answers one by chance; so it takes two of them.
 */
export function searchedNames(pattern: string): string[] {
  const plain = pattern.replace(/\\[bBdDsSwW]/g, ' ').replace(/\\(.)/g, '$1');
  const words = plain.match(/[\p{L}\p{N}_$][\p{L}\p{N}_$.-]{2,}/gu) ?? [];
  const names = words.filter((word) => NAME.test(word));
  if (names.length > 0) return names;
  return words.length > 1 && contentWords(plain).size > 1 ? words : [];
}

const NAME = /[a-z\d][A-Z]|_[a-z]|[A-Z]_|[a-z]-[a-z]|\w\.\w/;
const PATH = /[\w.-]+\/[\w.-]+|\b[\w-]+\.[a-z]{1,5}\b/;

const isNamedIn = (name: string, said: string): boolean => {
  const at = said.toLowerCase().indexOf(name.toLowerCase());
  return at >= 0 && !/[\p{L}\p{N}_]/u.test((said[at - 1] ?? ' ') + (said[at + name.length] ?? ' '));
};
