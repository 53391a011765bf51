import { matchesOf } from '@sqrl/base/text/matches.ts';
import { narrowed } from '@sqrl/base/text/narrowed.ts';
import { type Mark, markOf, type ObservedStep, putInto, type Signal, seenAt } from '../signal.ts';

interface Correction {
  text: string;
  names: string[];
  /** What it is about, whatever the words: what was taken for what. */
  matter: string;
  quote: string;
  strength: number;
  isDeadEnd: boolean;
}

interface SelfCorrectionState {
  found: Map<string, Correction & { mark: Mark }>;
  /** Files and words of commands that tools had to do with: what an agent only read of may be anybody's word. */
  met: Map<string, true>;
}

/** An agent that found out that something is not what it took it for, or that a way leads nowhere, and said so. */
export const selfCorrection: Signal<SelfCorrectionState> = {
  name: 'self_correction',
  worth: { diagnostic: 0.95, acrossSessions: 0.85, falseAlarms: 0.25 },
  minSessions: 1,
  begin: () => ({ found: new Map(), met: new Map() }),
  see(state, step) {
    for (const name of namesMet(step)) putInto(state.met, name, true, 500);
    if ((step.kind !== 'reply' && step.kind !== 'reasoning') || !HINTS.test(step.text)) return;
    // What it says last on a matter holds.
    for (const correction of correctionsIn(step.text))
      putInto(state.found, correction.matter, { ...correction, mark: markOf(step) }, 30);
  },
  finish: ({ found, met }) =>
    [...found].map(([matter, { mark, text, names, strength, isDeadEnd, quote }]) =>
      seenAt([mark], {
        ...{ matter, proof: isDeadEnd ? 'dead_end' : 'self_correction', strength, quote },
        facts: { text, names, isDeadEnd, isMet: names.some((name) => met.has(bare(name))) },
      }),
    ),
  propose(seen) {
    const { facts } = seen.at(-1)!;
    const names = facts.names as string[];
    return {
      // About something that no tool ever touched it has only the agent's word, and that may be a page's.
      needsReview: !seen.some(({ facts: one }) => one.isMet === true),
      type: facts.isDeadEnd === true ? 'dead_end' : 'gotcha',
      text: String(facts.text),
      files: names.filter((name) => /^[\w@.-]+(?:\/[\w@.-]+)+\.\w{1,5}$/.test(name)),
      symbols: names.filter((name) => /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?(?:\(\))?$/.test(name)),
    };
  },
};

function namesMet({ kind, files, command }: ObservedStep): string[] {
  if (kind !== 'result') return [];
  const paths = files.flatMap(({ path }) => [path, path.slice(path.lastIndexOf('/') + 1)]);
  return [...paths, ...(command ?? '').slice(0, 400).split(/[\s'"`=(){}|&;<>]+/)]
    .map(bare)
    .filter((name) => name.length > 2);
}

const bare = (name: string): string => name.toLowerCase().replace(/\(\)$/, '');

/** A text without any of these takes nothing back: nearly every text. */
const HINTS =
  /, (?:and )?not (?:[\w'-]+ ){0,3}`|\bwrong about\b|mistaken about|\bI (?:\w+ )?(?:thought|assumed|believed|expected)\b|\bmy (?:earlier|initial|first|previous|original) (?:assumption|guess|understanding|claim|diagnosis|reading)\b|\bactually\b|turns out|correction:|\b(?:won't|will not|cannot|can't|doesn't|does not) work\b|not available in|unavailable in|\b(?:abandon|gave up|give up|giving up|drop|scrap|back out|backed out|roll(?:ed|ing)? back)\w* .{5,120} (?:because|since|as it|due to)\b/i;

const W = '(?<wrong>[^;\\n]{3,160}?)';
const R = '(?<right>[^\\n]{5,240})';
const NOT_W = ',? (?:and )?(?:not|rather than|instead of) (?<wrong>[^;\\n]{2,120})';
const IS =
  '\\b(?:is|are|was|were|uses?|lives?|comes?|reads?|returns?|expects?|needs?|takes?|stores?|runs?|means?|belongs?|goes)';

/** How what is right is worded; the first two may begin with "it", since what it stands for was said before. */
const FORMS = {
  about: (right: string, wrong: string) => `About ${wrong}: ${right}`,
  seems: (right: string, wrong: string) => `It may seem that ${wrong}, but ${right}`,
  plain: (right: string) => right,
  not: (right: string, wrong: string) => `${right}, not ${wrong}`,
};

/** Ways of taking something back. Everybody says "wait" and "actually": only these name what was wrong and what is right. */
const TURNS = (
  [
    [`\\bI (?:was|am) (?:wrong|mistaken) about ${W}[:;,—-]+\\s+${R}`, 'about', 0.9],
    [
      `\\bI (?:had )?(?:initially|first|originally|mistakenly|wrongly|previously) (?:thought|assumed|believed|expected)(?: that)? ${W},? (?:but|however,?|when in fact|whereas) ${R}`,
      'seems',
      0.9,
    ],
    [
      `\\bI (?:thought|assumed|believed|expected)(?: that)? ${W},? but (?:in fact|actually|it turns out(?: that)?|really),? ${R}`,
      'seems',
      0.9,
    ],
    [
      `\\bmy (?:earlier|initial|first|previous|original) (?:assumption|guess|understanding|claim|diagnosis|reading) (?:that )?${W} (?:was|is) (?:wrong|incorrect|mistaken|off)[:;,—-]+\\s+${R}`,
      'seems',
      0.9,
    ],
    [`\\bcorrection:\\s+${R}`, 'plain', 0.7],
    [`\\bit turns out(?: that)? (?<right>[^;\\n]{8,200}?)${NOT_W}`, 'not', 0.8],
    [
      `^(?:so |but |oh,? |wait,? |ah,? )*(?=[^;\\n]{0,140}\\bactually\\b)(?:actually,? )?(?<right>[^;,\\n]{4,120} ${IS} [^;\\n]{2,140}?)${NOT_W}`,
      'not',
      0.6,
    ],
    // An agent that sets one name of the code against another has found out which.
    [
      `^(?:so |but |the (?:issue|error|problem) is clear(?: from [^:]{2,30})?: )*(?!.*\\b(?:now|no longer|previously|anymore|will|should)\\b)(?<right>[^;\\n]{0,140}?${IS} [^;\\n]{0,140}\`[^;\\n]{0,100}?), (?:and )?not (?<wrong>(?:[\\w'-]+ ){0,3}\`[^\`\\n]{2,80}\`[^;\\n]{0,60})`,
      'not',
      0.6,
    ],
  ] as const
).map(([pattern, form, strength]) => ({ pattern: new RegExp(pattern, 'iu'), form, strength }));

const WHAT = '^(?:so |but |unfortunately,? |hmm,? )*(?!using |the approach )(?<what>[^.;,:\\n]{4,120}?)';

/** Ways that lead nowhere, or were given up, each with the reason: that something "does not work" alone is not enough. */
const DEAD_ENDS = (
  [
    [
      ` (?:won't|will not|cannot|can't|does not|doesn't) work(?: here| in this \\w+)?,?(?: because|,? since| as|:| —| -) (?<why>[^.;\\n]{8,200})`,
      'does not work here:',
    ],
    [
      ' (?:is|are) (?:unavailable|not available) in (?<why>(?:tests?|ci|production|this environment|the sandbox|the browser)\\b[^.;\\n]{0,120})',
      'is not available in',
    ],
    [
      ',? (?:because|since|as it|due to the fact that) (?<why>[^;\\n]{15,240})',
      'was tried and given up:',
      `\\b(?:I(?:'m| am|'ve| have|'ll| will)?|let me|let's|we(?:'ll| will| have)?) (?:abandon(?:ed|ing)?|g[ai]v(?:e|en|ing) up(?: on)?|drop(?:ped|ping)?|back(?:ed|ing)? out(?: of)?|scrap(?:ped|ping)?|roll(?:ed|ing)? back) (?<what>[^.;,\\n]{5,120}?)`,
    ],
  ] as const
).map(([pattern, form, what = WHAT]) => ({ pattern: new RegExp(what + pattern, 'iu'), form }));

/** A guess, the agent's own tools, its work of the moment, or the agent itself: nothing that another meets again. */
const UNFIT = [
  /\b(?:might|may|maybe|perhaps|probably|possibly|could be|seems?|seemed|appears?|likely|I think|I guess|I suspect|not sure|let me|let's|I'll|I will|I need|I should|we need|we should)\b/i,
  /\b(?:old_string|new_string|whitespace|indentation|line numbers?|(?:edit|read|bash|write|grep|glob|search) tool|my (?:edit|edits|change|changes|script|command|regex|search|query|fix|previous|earlier|last)|the user|screenshot|staged|unstaged|git (?:status|diff)|context window|this session|todo list)\b/i,
  /(?<![\p{L}\p{N}])(?:I|I'm|I'd|I've|my)(?![\p{L}\p{N}])/u,
];

const PRONOUNS =
  /^(?:it|its|it's|this|that|that's|these|those|they|there|he|she|we|i|you|both|one|the (?:issue|problem|error|test|tests|file|code|same|first|second|other|change|fix))\b/i;

const [MAX_READ_CHARS, MAX_SENTENCE_CHARS, MIN_RIGHT_CHARS] = [6000, 320, 12];
/** An agent that takes back more at once knows nothing yet. */
const MAX_CORRECTIONS = 4;

const correctionsIn = (text: string): Correction[] =>
  text
    .slice(0, MAX_READ_CHARS)
    .replace(/(```|~~~)[\s\S]*?(\1|$)/g, '\n')
    // "I was wrong about X. It is Y." is one thought.
    .replace(/(\bwrong about [^\n]{3,80}?)\.\s+(?=\p{Lu})/giu, '$1: ')
    .split(/\n+|(?<=[.!?])\s+(?=["'`(]?\p{Lu}|["'`(]?`)/u)
    .map((sentence) =>
      sentence
        .replace(/^[\s>*#-]+|\*\*/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((each) => each.length <= MAX_SENTENCE_CHARS && HINTS.test(each) && !/\?|…/.test(each))
    .slice(0, MAX_CORRECTIONS)
    .map(narrowed)
    .flatMap((sentence) => turned(sentence) ?? deadEnd(sentence) ?? []);

function turned(quote: string): Correction | undefined {
  const found = firstOf(TURNS, quote);
  if (!found) return undefined;
  const { form, strength, groups } = found;
  const right = tidy(groups.right!).replace(/^(?:It|They|There)(?= )/, (word) => word.toLowerCase());
  const wrong = tidy(groups.wrong ?? '');
  const [names, wrongNames] = [namesIn(right), namesIn(wrong)];
  const text = sentenceOf(FORMS[form](right, wrong));
  const mayLean = form === 'about' || form === 'seems';
  if (right.length < MIN_RIGHT_CHARS || names.length === 0 || !isFit(right) || !isFit(wrong))
    return undefined;
  if ((!mayLean && PRONOUNS.test(right)) || text.length > MAX_SENTENCE_CHARS || !isBalanced(text))
    return undefined;
  const matter = wrongNames.length > 0 ? [wrongNames[0]!, names.at(-1)!] : names.slice(0, 3);
  return {
    ...{ text, quote, strength, isDeadEnd: false, matter: matterOf(matter) },
    names: namesIn(`${right} ${wrong}`),
  };
}

function deadEnd(quote: string): Correction | undefined {
  const found = firstOf(DEAD_ENDS, quote);
  if (!found) return undefined;
  const [what, why] = [tidy(found.groups.what!), tidy(found.groups.why!)];
  const names = namesIn(what);
  if (names.length === 0 || !isFit(what) || !isFit(why) || PRONOUNS.test(what)) return undefined;
  return {
    ...{ text: sentenceOf(`${what} ${found.form} ${why}`), quote, strength: 0.7, isDeadEnd: true },
    ...{ names: namesIn(`${what} ${why}`), matter: matterOf(names.slice(0, 3)) },
  };
}

function firstOf<T extends { pattern: RegExp }>(
  all: readonly T[],
  sentence: string,
): (T & { groups: Record<string, string | undefined> }) | undefined {
  for (const each of all) {
    const groups = each.pattern.exec(sentence)?.groups;
    if (groups) return { ...each, groups };
  }
  return undefined;
}

const matterOf = (names: readonly string[]): string =>
  names
    .map((name) => name.toLowerCase())
    .sort()
    .join(' ')
    .slice(0, 160);

const isBalanced = (text: string): boolean =>
  text.split('(').length === text.split(')').length && text.split('`').length % 2 === 1;

const isFit = (clause: string): boolean => !UNFIT.some((pattern) => pattern.test(clause));

const tidy = (clause: string): string =>
  clause
    .replace(/^(?:that|actually|in fact|it turns out(?: that)?)[ ,]+/i, '')
    // A line's number holds until the next change.
    .replace(/\s*\([^()]*\blines? \d[^()]*\)/g, '')
    .replace(/[\s.,;:!—-]+$/u, '')
    .trim();

const sentenceOf = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/[.\s]*$/, '.');

const NAME =
  /`([^`\n]{2,80})`|((?:[\w@.-]+\/)+[\w.-]+\.\w{1,5})|\b([a-z][a-z0-9]*[A-Z]\w*|[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[a-z0-9]+(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b|\b(\w+\(\))|(?<=\s)(--[a-z][\w-]+)|\b([\w-]+\.(?:ts|tsx|js|jsx|py|go|rs|java|rb|json|ya?ml|toml|md|sql|css|html|sh))\b/g;

/** What names something of the code. Two names of one flag stand in the same ticks. */
const namesIn = (clause: string): string[] => {
  const found = matchesOf(NAME, clause).flatMap((match) =>
    match
      .slice(1)
      .find(Boolean)!
      .split(/, ?(?=-)/),
  );
  return [...new Set(found)].slice(0, 8);
};
