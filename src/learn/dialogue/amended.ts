/**
 * A statement with what the person wants otherwise: "but 30 days instead of 14". Undefined where nobody can tell what of
 * it changes.
 */
export function amended(statement: string, amendment: string): string | undefined {
  if (IS_TASK.test(amendment)) return statement;
  const [, yes, no] = INSTEAD.exec(amendment) ?? NOT.exec(amendment) ?? [];
  if (yes !== undefined && no !== undefined) return replaced(statement, yes.trim(), no.trim());
  const made = MAKE_IT.exec(amendment)?.[1] ?? amendment;
  const measured = withMeasure(statement, made.trim());
  if (measured !== undefined) return measured;
  return ADDS.test(amendment) && amendment.split(/\s+/).length <= MAX_ADDED_WORDS
    ? `${statement.replace(/[.!]$/, '')}, ${/^(?:except|only|without|with)\b/i.test(amendment) ? '' : 'but '}${amendment}.`
    : undefined;
}

/** What is to be done first or next changes nothing of what holds. */
const IS_TASK =
  /^(?:first|let me|let's|can you|could you|please|also|then|now|run|fix|check|wait|don't forget|make sure|do the|start|commit|push|later|after)\b/i;
const INSTEAD =
  /^(?:make (?:it|that) |use |with |let's (?:say|do|use) )?(.{1,60}?),? (?:instead of|rather than|statt|au lieu de|en vez de) (.{1,60})$/is;
const NOT = /^(?:make (?:it|that) |use |with |let's (?:say|do|use) )?(.{1,60}?),? (?:and )?not (.{1,60})$/is;
const MAKE_IT =
  /^(?:make (?:it|that)|with|let's (?:say|do|make it|use)|use|say|after|for|at|at most|at least|up to) (.{1,60})$/is;
/** Words that can follow a statement as a part of it. */
const ADDS =
  /^(?:not|only|except|without|with|for|in|on|at|when|if|unless|until|never|always|the|our|their|a|an|no|excluding|including)\b/i;
const MAX_ADDED_WORDS = 12;

/** The statement with one thing in the place of another that it names. */
function replaced(statement: string, yes: string, no: string): string | undefined {
  const at = indexOfWords(statement, no);
  if (at < 0) return undefined;
  const before = statement.slice(0, at);
  const after = statement.slice(at + no.length);
  // "30 days instead of 14": the unit of the old figure goes with it.
  const unit = /^\d+(?:[.,]\d+)*$/.test(no) ? /^\s+\p{L}+/u.exec(after)?.[0] : undefined;
  const hasUnit = unit !== undefined && wordOf(yes) === stem(unit);
  return `${before}${yes}${hasUnit ? after.slice(unit!.length) : after}`;
}

/** Where some words stand in a text, as words of their own, whatever their case; -1 where they do not. */
function indexOfWords(text: string, words: string): number {
  const [low, wanted] = [text.toLowerCase(), words.toLowerCase()];
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, at + 1))
    if (!isLetter(low[at - 1]) && !isLetter(low[at + wanted.length])) return at;
  return -1;
}

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** The statement with another figure in the place of its only one of that unit. */
function withMeasure(statement: string, given: string): string | undefined {
  const measure = MEASURE.exec(given);
  if (!measure) return undefined;
  const [, figure, unit] = measure;
  const all = [...statement.matchAll(MEASURES)].filter(
    ([, , its]) => unit === undefined || its === undefined || stem(its) === stem(unit),
  );
  if (all.length !== 1) return undefined;
  const [found] = all;
  const its = found![2];
  const next = unit === undefined && its !== undefined ? `${figure} ${its}` : given;
  return `${statement.slice(0, found!.index)}${next}${statement.slice(found!.index + found![0].length)}`;
}

const FIGURE =
  '\\d+(?:[.,]\\d+)*%?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety';
const MEASURE = new RegExp(`^(${FIGURE})(?:\\s?(\\p{L}+))?$`, 'iu');
const MEASURES = new RegExp(`(?<![\\p{L}\\p{N}.-])(${FIGURE})(?:\\s?(\\p{L}+))?(?![\\p{L}\\p{N}])`, 'giu');

const stem = (word: string): string => word.trim().toLowerCase().replace(/s$/, '');
const wordOf = (text: string): string => stem(text.split(/\s+/).at(-1) ?? '');
