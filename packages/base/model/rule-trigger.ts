import type { z } from 'zod';
import type { ruleTrigger } from './schemas.ts';

export type RuleTrigger = z.output<typeof ruleTrigger>;

/** A call of a program, as a rule speaks of it. */
export type CallPattern = RuleTrigger['stops'][number];

/** Text that a rule speaks of. */
export type TextPattern = RuleTrigger['texts'][number];

export const PACKAGE_MANAGER = '<package-manager>';
/** Programs that show what is in a file. */
export const READER = '<reader>';
export const UNTYPED_MESSAGE = '!type:';
export const NO_FILE = '!file';

/** Texts that are known by their names. */
export const EMOJI = '<emoji>';
export const COMMENT = '<comment>';
/** What agents sign commits with. */
export const AGENT_MARK = '<agent>';
export const COLOR = '<color>';
export const TAB_INDENT = '<tabs>';
export const SPACE_INDENT = '<spaces>';

/** The rule's trigger as one sentence, which `parseTrigger` reads again. */
export function triggerText({ stops, allows, files, change, texts, places, outside }: RuleTrigger): string {
  const parts = [...Map.groupBy(stops, ({ without }) => without.join(' '))].map(
    ([without, calls]) =>
      `stops ${list(calls.map(callText))}${without === '' ? '' : ` without ${list(without.split(' '))}`}`,
  );
  const out = outside.length === 0 ? '' : ` outside ${list(outside)}`;
  if (files.length > 0) parts.push(`stops ${CHANGES[change]} ${list(files)}${out}`);
  const within = `${places.length === 0 ? '' : ` in ${list(places)}`}${out}`;
  for (const [where, all] of Map.groupBy(texts, (one) => one.where))
    parts.push(`stops ${PLACES[where]} ${list(all.map(({ text }) => text))}${within}`);
  if (allows.length > 0) parts.push(`allows ${list(allows.map(callText))}`);
  const text = parts.join('; ');
  return text === '' ? '' : `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

const CHANGES = {
  any: 'changes of',
  create: 'new files',
  existing: 'changes of existing',
  delete: 'deletion of',
} as const;
const PLACES = { code: 'code', comment: 'comments', import: 'imports of', any: 'text' } as const;

const list = (all: readonly string[]): string => {
  const quoted = all.map((one) => (one.includes('`') ? `\`\`\` ${one} \`\`\`` : `\`${one}\``));
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
};

/** A call in the notation of triggers: `git push --force`, `* --turbo`, `git push … main`, `curl | bash`. */
export const callText = ({ program, words, options, args, into }: CallPattern): string =>
  [
    program ?? '*',
    ...words,
    ...options,
    ...(args.length === 0 ? [] : ['…', ...args]),
    ...(into === null ? [] : ['|', into]),
  ].join(' ');

/** Reads a call in that notation; undefined where there is none in it. */
export function parseCall(text: string): CallPattern | undefined {
  // The text of a message may hold anything.
  const [line, said] = splitAt(text.trim(), /(?<=… )~/);
  const [call = '', into = null] = line.trim().split(/\s+\|\s+/);
  const [program, ...rest] = call.split(/\s+/).filter(Boolean);
  if (program === undefined) return undefined;
  const at = rest.findIndex((word) => word === '…' || word === '...');
  const [before, args] = at < 0 ? [rest, []] : [rest.slice(0, at), rest.slice(at + 1)];
  return {
    program: program === '*' ? null : program,
    words: before.filter((word) => !word.startsWith('-')),
    options: before.filter((word) => word.startsWith('-')),
    without: [],
    args: said === '' ? args : [said],
    into,
  };
}

const MAX_TRIGGER_CHARS = 2000;

/** Reads what `triggerText` wrote, as a person may have changed it; undefined where nothing of it is understood. */
export function parseTrigger(sentence: string): RuleTrigger | undefined {
  const made = emptyTrigger();
  for (const clause of clausesOf(sentence.slice(0, MAX_TRIGGER_CHARS))) {
    const words = clause.trim().toLowerCase();
    const quoted = quotedIn(clause);
    const [inside, out] = splitAt(clause, / outside (?=`)/);
    const [first, second] = splitAt(inside, / (?:without|in) (?=`)/);
    made.outside = quotedIn(out).length > 0 ? quotedIn(out) : made.outside;
    const calls = (texts: readonly string[]) => texts.flatMap((text) => parseCall(text) ?? []);
    if (words.startsWith('allows')) made.allows.push(...calls(quoted));
    else if (Object.values(CHANGES).some((kind) => words.startsWith(`stops ${kind}`))) {
      made.files.push(...quotedIn(inside));
      made.change = (Object.keys(CHANGES) as RuleTrigger['change'][]).findLast((kind) =>
        words.startsWith(`stops ${CHANGES[kind]}`),
      )!;
    } else if (/^stops (?:text|code|comments|imports of)\b/.test(words)) {
      const where = (Object.keys(PLACES) as TextPattern['where'][]).find((one) =>
        words.startsWith(`stops ${PLACES[one]}`),
      )!;
      made.texts.push(...quotedIn(first).map((text) => ({ text, where })));
      made.places = quotedIn(second);
    } else if (words.startsWith('stops'))
      made.stops.push(...calls(quotedIn(first)).map((call) => ({ ...call, without: quotedIn(second) })));
    else if (words !== '') return undefined;
  }
  return isEmpty(made) ? undefined : made;
}

export const emptyTrigger = (): RuleTrigger => ({
  ...{ stops: [], allows: [], files: [], change: 'any', texts: [], places: [], outside: [] },
});

export const isEmpty = ({ stops, files, texts }: RuleTrigger): boolean =>
  stops.length + files.length + texts.length === 0;

/** Cut at semicolons that do not stand in code. */
const clausesOf = (sentence: string): string[] =>
  sentence.match(/(?:(`+)(?:(?!\1)[\s\S])*\1|[^;`])+/g)?.map((clause) => clause.replace(/\.\s*$/, '')) ?? [];

const quotedIn = (text: string): string[] =>
  [...text.matchAll(/(?<!`)(`{1,3})(?!`)([^\n]{1,500}?)(?<!`)\1(?!`)/g)].map(([, , inside]) =>
    inside!.trim(),
  );

function splitAt(text: string, sign: RegExp): [string, string] {
  const found = sign.exec(text);
  return found ? [text.slice(0, found.index), text.slice(found.index)] : [text, ''];
}
