import { EMOJI, type TextPattern } from '@sqrl/base/model/rule-trigger.ts';
import { CHANGES, isInstead, isSome, type RuleContext, type Shape, WRITES, wordSet } from './clause.ts';
import { importText } from './file-shapes.ts';
import { namedSigns } from './named.ts';
import { call, type NamedThings } from './things.ts';

/** "No emojis", "use tabs, not spaces": what people call by a name. */
export const namedTexts: Shape = ({ segment, verbs, words, things, context, isLimited }) => {
  const signs = namedSigns(verbs.includes('hardcode') ? `hardcoded ${words}` : words);
  // "comments that restate the code"
  const isOfSome = /^(?:that|which)$/i.test(segment.tail[0]?.text ?? '');
  // `Any` is not `any`.
  const isNamed = things.texts.some(({ text }) => /^[A-Z]/.test(text));
  if (signs.length === 0 || isNamed || things.calls.length > 0 || isLimited || isOfSome) return undefined;
  const isEverywhere = signs.some(({ text }) => text === EMOJI) && context.places.length === 0;
  return {
    texts: signs.map(({ text, where }) => ({ text, where })),
    places: both(
      signs.flatMap(({ places }) => places),
      context.places,
    ),
    ...(isEverywhere && { stops: [call('git commit', [`~${EMOJI}`])] }),
  };
};

/** "Never import from `src/server/`." */
export const imports: Shape = ({ verbs, things, context }) =>
  isSome(verbs, wordSet('import depend require reference')) && things.files.length > 0
    ? {
        texts: things.files.map(importText),
        ...(isSome(verbs, CHANGES) && { files: things.files }),
        ...scopeOf(things, context),
      }
    : undefined;

/** "Do not use `ApplicationError`", "prefer `a` over `b`". */
export const forbiddenTexts: Shape = ({ segment, verbs, things, before, context, isLimited }) => {
  // "Return a list, not `null`" asks for something else than that `null` is never written.
  const chosen = before.at(-1)?.tokens ?? [];
  const isChoice =
    before.at(-1)?.mode === 'require' ||
    before[0]?.tokens[0]?.is === 'code' ||
    (chosen.length > 0 && chosen.every(({ is }) => is === 'code'));
  // "assign `a` (not `b` on its parent)"
  const isBeside = segment.isPassive && chosen.some(({ is }) => is === 'code');
  const isContrast = segment.by === 'not' && !isChoice && !isBeside;
  const isWritten = verbs.length === 0 || isSome(verbs, WRITES);
  if (isContrast || !isWritten || !things.isDirect || things.calls.length > 0) return undefined;
  const isWhole =
    !isLimited && (segment.by !== 'not' || isChoice) && (!things.isQualified || isInstead(segment));
  // What is no option of a program: `--color-*` of a style sheet.
  const options = things.options.map((text) => ({ text, where: 'any' as const }));
  const isString = verbs.includes('hardcode');
  const isCommitted = verbs.join() === 'commit';
  const texts = [...things.texts, ...options].filter(
    (text) =>
      (!isCommitted || isUnmistakable(text) || LEFT_IN.test(text.text)) &&
      (isWhole || isUnmistakable(text)) &&
      !/^(?:upstream|origin|main|master|develop)$/.test(text.text),
  );
  // "`now(tz=utc)`, never `now()`": with nothing in it.
  const wanted = before.flatMap(({ tokens }) => tokens.map(({ text }) => text));
  const meant = texts.map(
    (one): TextPattern =>
      isString
        ? { ...one, where: 'any' }
        : one.text.endsWith('()') && wanted.some((text) => text.startsWith(one.text.slice(0, -1)))
          ? { ...one, text: one.text.replace(/\)$/, ' )') }
          : one,
  );
  return texts.length > 0 ? { texts: meant, ...scopeOf(things, context) } : undefined;
};

/** Whether a text is a name of code and no word: where a rule speaks of a part of its uses, those are most of them. */
const isUnmistakable = ({ text }: TextPattern): boolean =>
  text.length >= 5 && /[a-z][A-Z]|\w(?:[._-]|: ?)[\w*]|[([!]|^[#@]\w/.test(text) && !/^\.\w+\($/.test(text);

/** What is left in code by mistake; other words that are not to be committed are files. */
const LEFT_IN = /^(?:[fx]?(?:describe|it|test|context)|debugger)$/;

const scopeOf = ({ scope }: NamedThings, { places }: RuleContext) => ({
  places: [...places, ...scope.places],
  outside: [...scope.outside],
});

/** What is of both kinds; of the first where its foremost kind is none of the others. */
const MAX_KINDS = 10;

function both(all: readonly string[], others: readonly string[]): string[] {
  const globs = [...new Set(all)];
  if (others.length === 0) return [...globs];
  const [first = '*'] = globs;
  const isOfAll = globs.length > MAX_KINDS || first === '*';
  return isOfAll || others.includes(first)
    ? others.filter((glob) => first === '*' || globs.includes(glob))
    : [...globs];
}
