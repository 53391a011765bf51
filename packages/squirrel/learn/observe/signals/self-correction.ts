import { matchesOf } from '@sqrl/base/text/matches.ts';
import { narrowed } from '@sqrl/base/text/narrowed.ts';
import { type Mark, markOf, type ObservedStep, putInto, type Signal, seenAt } from '../signal.ts';

interface Correction {
  text: string;
  names: string[];
  /** What it is about, whatever the words: what was taken for what. */
  matter: string;
  quote: string;
}

interface SelfCorrectionState {
  found: Map<string, Correction & { mark: Mark }>;
  /** Files and words of commands that tools had to do with: what an agent only read of may be anybody's word. */
  met: Map<string, true>;
}

/**
 * An agent that found out that something is not what it took it for, and said so. Of 71,306 real texts of agents 44 say it by
 * setting one name against another; "I was wrong about", "I assumed … but" and ways that lead nowhere came to one memory.
 */
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
    [...found].map(([matter, { mark, text, names, quote }]) =>
      seenAt([mark], {
        ...{ matter, proof: 'self_correction', strength: 0.6, quote },
        facts: { text, names, isMet: names.some((name) => met.has(bare(name))) },
      }),
    ),
  propose(seen) {
    const { facts } = seen.at(-1)!;
    const names = facts.names as string[];
    return {
      // About something that no tool ever touched it has only the agent's word, and that may be a page's.
      needsReview: !seen.some(({ facts: one }) => one.isMet === true),
      type: 'gotcha',
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
const HINTS = /, (?:and )?not (?:[\w'-]+ ){0,3}`|\bactually\b|turns out/i;

const IS =
  '\\b(?:is|are|was|were|uses?|lives?|comes?|reads?|returns?|expects?|needs?|takes?|stores?|runs?|means?|belongs?|goes)';
const LEAD =
  '(?:so |but |oh,? |wait,? |ah,? |it turns out(?: that)? |the (?:issue|error|problem) is clear(?: from [^:]{2,30})?: )*';

/** Everybody says "wait" and "actually": only what names what was wrong and what is right takes something back. */
const TURNS = [
  `^(?=[^;\\n]{0,140}(?:\\bactually\\b|turns out))${LEAD}(?:actually,? )?(?<right>[^;,\\n]{4,120} ${IS} [^;\\n]{2,140}?)(?:, (?:and )?not|,? (?:rather than|instead of)) (?<wrong>[^;\\n]{2,120})`,
  // An agent that sets one name of the code against another has found out which.
  `^${LEAD}(?!.*\\b(?:now|no longer|previously|anymore|will|should)\\b)(?<right>[^;\\n]{0,140}?${IS} [^;\\n]{0,140}\`[^;\\n]{0,100}?), (?:and )?not (?<wrong>(?:[\\w'-]+ ){0,3}\`[^\`\\n]{2,80}\`[^;\\n]{0,60})`,
].map((pattern) => new RegExp(pattern, 'iu'));

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
    .flatMap((sentence) => turned(sentence) ?? []);

function turned(quote: string): Correction | undefined {
  const groups = TURNS.map((pattern) => pattern.exec(quote)?.groups).find(Boolean);
  if (!groups) return undefined;
  const [right, wrong] = [tidy(groups.right!), tidy(groups.wrong!)];
  const [names, wrongNames] = [namesIn(right), namesIn(wrong)];
  const text = sentenceOf(`${right}, not ${wrong}`);
  if (right.length < MIN_RIGHT_CHARS || names.length === 0 || !isFit(right) || !isFit(wrong))
    return undefined;
  if (PRONOUNS.test(right) || text.length > MAX_SENTENCE_CHARS || !isBalanced(text)) return undefined;
  const matter = wrongNames.length > 0 ? [wrongNames[0]!, names.at(-1)!] : names.slice(0, 3);
  return { text, quote, names: namesIn(`${right} ${wrong}`), matter: matterOf(matter) };
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
    .replace(/^(?:that|actually|in fact)[ ,]+/i, '')
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
