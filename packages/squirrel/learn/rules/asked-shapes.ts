import { type CallPattern, parseCall, UNTYPED_MESSAGE } from '@sqrl/base/model/rule-trigger.ts';
import { invocationsOf, programName } from '@sqrl/base/shell/invocations.ts';
import { RIVALS, WORK } from '@sqrl/base/shell/programs.ts';
import { isSome, RUNS, type RuleContext, wordsOf } from './clause.ts';
import type { RuleSegment } from './sentence.ts';
import { bareCall, call, codeCall, thingsIn } from './things.ts';

/** What a rule speaks against by asking for something else. */
export type AskedShape = (
  segments: readonly RuleSegment[],
  context: RuleContext,
  rule: string,
) => CallPattern[];

/** Calls that a clause asks for. */
export function askedFor({ tokens, verbs }: RuleSegment, { isProgram }: RuleContext): CallPattern[] {
  if (verbs.length > 0 && !verbs.some((verb) => RUNS.has(verb) || /^(?:regenerate|build)$/.test(verb)))
    return [];
  return tokens.flatMap(({ text, is }, at) => {
    if (is === 'word') return isProgram(text) ? [bareCall(tokens, at)[0]] : [];
    return (
      codeCall(text, isProgram) ?? (/^[\w./][\w./-]*(?<!\/)$/.test(text) && is === 'code' ? [call(text)] : [])
    );
  });
}

/** "`terraform plan` only". */
const onlyAt = ({ mode, tokens }: RuleSegment): number => {
  const at =
    mode === 'forbid' ? -1 : tokens.slice(0, 4).findIndex(({ text }) => text.toLowerCase() === 'only');
  const next = tokens[at + 1];
  return at > 0 && (next === undefined || next.is === 'comma') ? at : -1;
};

export const callsOf = (lines: string): CallPattern[] => lines.split(/,\s+/).map((line) => parseCall(line)!);

export const asks = (segment: RuleSegment): boolean => segment.mode === 'require' || onlyAt(segment) > 0;

/** What runs something else: `ddev exec` of `ddev exec php craft`. */
export const runnersIn = ({ mode, tokens }: RuleSegment): CallPattern[] =>
  tokens.flatMap(({ text, is }) => {
    const [outer, inner] = mode !== 'forbid' && is === 'code' ? invocationsOf(text) : [];
    return outer && inner?.via === outer
      ? [{ ...call(programName(outer.program)), words: outer.args.slice(0, 1) }]
      : [];
  });

const isOpen = ({ mode, isConditional, tail }: RuleSegment): boolean =>
  mode === 'require' && !isConditional && tail.length === 0;

/** "We use pnpm" speaks against the other programs of its kind. */
const rivals: AskedShape = (segments, context) => {
  const used = segments
    .filter((one) => isOpen(one) || onlyAt(one) > 0)
    .flatMap((one) => {
      // "Option 2: Using npm Scripts" is a title.
      if (one.verbs.includes('build') || /^ (?:using|via|uses|build)$/.test(one.by)) return [];
      const [first, ...more] = askedFor(one, context);
      const isBare = first && more.length === 0 && first.words.length + first.options.length === 0;
      const [, purpose = ''] = / (?:as|for) (.{1,60})$/.exec(wordsOf(one.tokens)) ?? [];
      const isManager = RIVALS.some(
        ([name, programs]) => programs.includes(first?.program ?? '') && name.test(purpose),
      );
      // "always use `pnpm --filter app <cmd>`"
      const isAll = more.length === 0 && /<(?:cmd|command|script)>/.test(one.tokens.at(-1)?.text ?? '');
      return (isBare || isAll) && (isManager || isAll || !thingsIn(one.tokens, context.isProgram).isQualified)
        ? first!.program!
        : [];
    });
  const family = RIVALS.find(([, each]) => used.some((program) => each.includes(program)))?.[1];
  return (family ?? []).filter((program) => !used.includes(program)).map((program) => call(program));
};

/** "Run tests with `uv run pytest`": the same without the program that runs it. */
const withoutRunner: AskedShape = (segments, { isProgram }) =>
  segments.filter(isOpen).flatMap(({ tokens, verbs }) => {
    const codes = tokens.filter(({ is }) => is === 'code');
    if (codes.length !== 1 || !isSome(verbs, RUNS)) return [];
    const [outer, inner] = codeCall(codes[0]!.text, isProgram) ? invocationsOf(codes[0]!.text) : [];
    const line = outer && inner?.via === outer ? [inner.program, ...inner.args].join(' ') : '';
    const pattern = codeCall(line, () => true);
    return pattern && pattern.words.length > 0 && isProgram(outer!.program)
      ? [{ ...pattern, options: [] }]
      : [];
  });

/** "Always open PRs as drafts: `gh pr create --draft`": an option of the command that the sentence is about. */
const meantOptions: AskedShape = (segments, { isProgram }, rule) => {
  if (
    !/\b(?:always|must|only)\b/i.test(rule) ||
    /\b(?:never|not|don['’]t|before|after|when|if)\b/i.test(rule)
  )
    return [];
  const prose = rule.replace(/`[^`]*`/g, ' ').toLowerCase();
  return segments.flatMap(({ tokens }) =>
    tokens.flatMap(({ text, is }) => {
      const pattern = is === 'code' ? codeCall(text, isProgram) : undefined;
      const isMeant = (word: string) => word.length > 3 && prose.includes(word.replace(/^[-+]+/, ''));
      const without = [...(pattern?.options ?? []), ...(pattern?.words ?? [])].filter(
        (word) => /^--|^\+/.test(word) && isMeant(word),
      );
      return pattern && without.length > 0 && pattern.words.length > 0
        ? [{ ...pattern, words: firstWords(text), options: [], args: [], without }]
        : [];
    }),
  );
};

/** The words of a call before its first option. */
const firstWords = (code: string): string[] => {
  const words = code
    .split(/\s+/)
    .slice(1)
    .filter((word) => !word.startsWith('+'));
  const at = words.findIndex((word) => word.startsWith('-'));
  return at < 0 ? words : words.slice(0, at);
};

/** No other command of that program. */
const onlyCalls: AskedShape = (segments, { isProgram }) =>
  segments.flatMap((one) => {
    const [found] = onlyAt(one) < 0 ? [] : thingsIn(one.tokens.slice(0, onlyAt(one)), isProgram).calls;
    return found && found.words.length > 0 ? [call(found.program!)] : [];
  });

const MAX_PURPOSE_CHARS = 300;

/** "Only use `spin` for linting", "always use Docker to run PHP commands": what else does the same work. */
const purposes: AskedShape = (segments, context, rule) => {
  // A long text speaks of several kinds of work.
  if (rule.length > MAX_PURPOSE_CHARS) return [];
  return segments.filter(isOpen).flatMap((one) => {
    if (!/\b(?:always|must|only)\b/.test(one.by) && !/\b(?:never|exclusively|directly)\b/i.test(rule))
      return [];
    const asked = askedFor(one, context);
    const words = wordsOf(one.tokens);
    const others = WORK.flatMap(([name, lines]) => (name.test(words) ? callsOf(lines) : []));
    return asked.length === 0
      ? []
      : others.filter(({ program }) => !asked.some((own) => own.program === program));
  });
};

/** "Use Conventional Commits." */
const typedMessages: AskedShape = (_, __, rule) =>
  /\b(?:use|follow|write)s? (?:the )?conventional commits?\b(?![^.\n]{0,60} if\b)|\bcommit messages (?:must )?(?:follow|use) (?:the )?conventional\b/i.test(
    rule,
  ) && !/\bpr (?:titles?|descriptions?)\b/i.test(rule)
    ? [call('git commit', [UNTYPED_MESSAGE])]
    : [];

export const ASKED_SHAPES: readonly AskedShape[] = [
  withoutRunner,
  meantOptions,
  purposes,
  onlyCalls,
  rivals,
  typedMessages,
];
