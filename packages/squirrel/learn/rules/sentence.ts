import { isJoint, isWe, negationAt } from './negation.ts';
import { type RuleToken, tokensOf } from './tokens.ts';
import { baseOf } from './verbs.ts';

/** What a rule says of some things: not to do them, to do them, or neither. */
export interface RuleSegment {
  mode: 'forbid' | 'require' | 'say';
  /** The word by which it forbids, or the words by which it asks. */
  by: string;
  /** Base forms of the verbs, such as `edit` and `delete`. */
  verbs: string[];
  tokens: RuleToken[];
  /** What limits it: `without asking`, `unless …`, `before …`. */
  tail: RuleToken[];
  /** It holds under a condition that cannot be checked. */
  isConditional: boolean;
  /** It is said of what stands before it: "must not be edited". */
  isPassive: boolean;
}

/** What a person types is short; in a long text, "not" and "no" mostly tell what is. */
const MAX_TYPED_CHARS = 200;

/** A rule of a file without the headings before it: `Testing > Mocks: Never …`. Below "Don'ts" all is forbidden. */
export function withoutHeadings(rule: string): string {
  const [headings = ''] = /^(?:[^>\n]{1,300} > ){1,6}(?:[^\n]{1,400}?…: |[^:\n`]{1,200}: )?/.exec(rule) ?? [];
  const rest = rule.slice(headings.length).replace(/^[#\s]{1,9}(?=\S)/, '');
  const isForbidden = NO_HEADING.test(headings.split(/ > |: /).findLast((heading) => heading !== '') ?? '');
  const isShort = rest.length <= MAX_LISTED_CHARS || /^\W*`/.test(rest);
  return isForbidden && isShort && !/^\W*(?:never|do(?:n['’]t| not)|no|avoid|always|instead)\b/i.test(rest)
    ? `Never: ${rest}`
    : rest;
}

/** What is forbidden by its heading alone is said in few words. */
const MAX_LISTED_CHARS = 120;

const NO_HEADING =
  /^\W*(?:never(?: do)?|do(?:n['’]?t| not)s?|what not to do|forbidden|prohibited|not allowed|anti-?patterns?|banned|avoid|must not|no-?gos?|ask first)\W*$/i;

/** Cuts a rule into what it forbids and what it asks for. */
export const segmentsOf = (rule: string): RuleSegment[] =>
  segmentsIn(tokensOf(rule), rule.length <= MAX_TYPED_CHARS);

function segmentsIn(tokens: readonly RuleToken[], isTyped: boolean): RuleSegment[] {
  const found: RuleSegment[] = [];
  let [isConditional, isTail] = [false, false];
  let now = segment('say', isConditional);
  const begin = (mode: RuleSegment['mode'], by = '', verbs: readonly string[] = []) => {
    if (now.tokens.length + now.verbs.length > 0) found.push(now);
    now = { ...segment(mode, isConditional), by, verbs: [...verbs] };
    isTail = false;
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const before = tokens[at - 1];
    const rest = tokens.slice(at, at + 4);
    const isFirst = now.tokens.length + now.verbs.length === 0;
    if (token.is === 'end') {
      // "Never: a, b"
      if (token.text === ':' && now.mode === 'forbid' && !now.isPassive && now.tokens.length === 0) {
        now.verbs = now.verbs.filter((verb) => verb !== 'do');
        continue;
      }
      // Code in parentheses is an example of what is forbidden: `(e.g. …)`.
      const isOfKind = !isTail || /^(?:that|which|containing)$/.test(now.tail[0]?.text ?? '');
      const isExample =
        token.text === '(' && now.mode === 'forbid' && isOfKind && isExampleAt(tokens, at + 1);
      if (isExample) {
        if (isTail) Object.assign(now, { tail: [] });
        isTail = false;
        now.tokens.push({ text: '(', is: 'comma' });
      }
      if (isExample || (token.text === ')' && now.tokens.some(({ text }) => text === '('))) continue;
      // "Use A (not B)" is one statement.
      const isAside =
        /[(—–]|-/.test(token.text) &&
        now.mode !== 'forbid' &&
        /^(?:not|instead)$/i.test(tokens[at + 1]?.text ?? '');
      // "X — unless …" limits it.
      const isLimit =
        now.mode === 'forbid' &&
        /^(?:unless|except)$/i.test(tokens[at + 1]?.text ?? '') &&
        token.text !== '\n';
      if (isLimit) continue;
      if (!isAside) begin('say');
      isConditional &&= /[():,]/.test(token.text);
      continue;
    }
    const no = token.is === 'word' ? negationAt(rest, { now, before, isTyped }) : 0;
    if (no !== 0) {
      const by = token.text.toLowerCase();
      const isInstead = /^(?:instead|rather|over)$/.test(by);
      const next = tokens[at + Math.abs(no)]?.text.toLowerCase() ?? '';
      const known = isInstead
        ? now.verbs.filter((verb) => USES.has(verb))
        : by === 'nor' || (now.mode === 'require' && PLACES.test(next))
          ? now.verbs
          : [];
      const isNamedSubject =
        /^(?:must|should|shall|may)/.test(by) &&
        now.mode === 'say' &&
        now.tokens.length > 0 &&
        !now.tokens.every(isWe);
      // "Adapters must never call `a`" is said of someone else.
      const isPassive = before?.text === '(' || tokens[at + Math.abs(no)]?.text.toLowerCase() === 'be';
      begin(
        no > 0 && (isPassive || !isNamedSubject) ? 'forbid' : 'say',
        by,
        isInstead && known.length === 0 ? ['use'] : known,
      );
      at += Math.abs(no) - 1;
      // "Hooks cannot run under `a`" asks for nothing.
      if (no < 0 && REQUIRES.has(next)) at++;
      // "Generated files (never commit)"
      now.isPassive = isPassive;
      continue;
    }
    const banned = token.is === 'word' ? banAt(rest) : 0;
    if (banned > 0 && now.tokens.length > 0) {
      Object.assign(now, { ...forbiddenSubject(now), by: 'is' });
      begin('say');
      at += banned - 1;
      continue;
    }
    const word = token.is === 'word' ? token.text.toLowerCase() : '';
    // "never import or call `a`"
    const isOpen =
      now.mode === 'forbid' &&
      (now.verbs.length === 0
        ? before?.is !== 'comma'
        : now.tokens.length === 0 && /^(?:or|and)$/i.test(before!.text));
    const isAsked = REQUIRES.has(word) || (isFirst && isTyped && before?.is !== 'comma' && ASKED.has(word));
    if ((isFirst || isJoint(before)) && isAsked && !isOpen) {
      if (now.mode !== 'require' || !isFirst) begin('require');
      now.by += ` ${word}`;
      const base = baseOf(word);
      if (base !== undefined) now.verbs.push(base);
      continue;
    }
    // "don't commit, I'll do it myself"
    if (now.mode === 'forbid' && before?.is === 'comma' && NEXT.test(word)) begin('say');
    // "don't edit old ones, add a new one"
    const isNextVerb =
      token.is === 'word' &&
      baseOf(word) !== undefined &&
      !/s$/.test(word) &&
      !OR.test(tokens[at + 1]?.text ?? 'or');
    if (now.mode === 'forbid' && now.tokens.length > 1 && before?.is === 'comma' && isNextVerb) begin('say');
    const isCondition = isFirst && now.mode === 'say' && CONDITIONS.test(word);
    if (isCondition && !isUsualWork(rest) && rest[1]?.text !== 'again') isConditional = true;
    if (now.mode !== 'say' && !isFirst && TAILS.has(word)) isTail = true;
    // "functions that panic like `unwrap()`"
    const isOfKind = now.mode === 'forbid' && /^(?:that|which|containing)$/.test(now.tail[0]?.text ?? '');
    if (isOfKind && word === 'like' && tokens[at + 1]?.is === 'code') {
      Object.assign(now, { tail: [], tokens: [{ text: '(', is: 'comma' }] });
      isTail = false;
    } else if (isTail) now.tail.push(token);
    else if (now.mode !== 'say' && now.tokens.length === 0 && word !== '' && takesVerb(now, tokens, at))
      continue;
    else if (
      now.verbs.length > 0 &&
      /^(?:or|and)$/i.test(before?.text ?? '') &&
      isVerbHere(word, tokens[at + 1])
    )
      now.verbs.push(baseOf(word)!);
    else if (now.tokens.length > 0 || token.is !== 'comma') now.tokens.push(token);
  }
  begin('say');
  return found;
}

/** Whether a word behind "or" is a verb: in "a release or tag manually" it is none, nor is a plural. */
const isVerbHere = (word: string, next: RuleToken | undefined): boolean =>
  baseOf(word) !== undefined &&
  !/s$/.test(word) &&
  next !== undefined &&
  next.is !== 'end' &&
  !/^(?:manually|yourself|unless|without|directly|by)$/i.test(next.text);

/** Code and little else: "(`a run` uses the lock file)" is a sentence. */
const isExampleAt = (tokens: readonly RuleToken[], at: number): boolean =>
  (tokens[at]?.is === 'code' && !(tokens[at + 1]?.is === 'word' && /s$/.test(tokens[at + 1]!.text))) ||
  /^\*?\.?[\w-]*\.\w+$/.test(tokens[at]?.text ?? '') ||
  (/^[a-z]+$/.test(tokens[at]?.text ?? '') && /^-[a-z]/i.test(tokens[at + 1]?.text ?? '')) ||
  (/^(?:e\.g|i\.e|like|such|for)/i.test(tokens[at]?.text ?? '') &&
    tokens.slice(at, at + 4).some(({ is }) => is === 'code'));

const segment = (mode: RuleSegment['mode'], isConditional: boolean): RuleSegment => ({
  ...{ mode, by: '', verbs: [], tokens: [], tail: [], isConditional, isPassive: false },
});

/** How many words at a place say that what stands before them is not to be: "are strictly forbidden". */
function banAt(tokens: readonly RuleToken[]): number {
  const words = tokens.map(({ text }) => text.toLowerCase());
  const at = /^(?:is|are)$/.test(words[0]!)
    ? /^(?:strictly|explicitly|also|currently)$/.test(words[1] ?? '')
      ? 2
      : 1
    : 0;
  if (at === 0) return 0;
  if (/^(?:forbidden|prohibited|banned|disallowed|deprecated|obsolete)$/.test(words[at] ?? '')) return at + 1;
  return words[at] === 'not' && /^(?:allowed|permitted|acceptable|supported)$/.test(words[at + 1] ?? '')
    ? at + 2
    : 0;
}

/** "Direct pushes to main" as what is forbidden. */
function forbiddenSubject({ tokens }: RuleSegment): Partial<RuleSegment> {
  const at = tokens
    .slice(0, 2)
    .findIndex(({ text, is }) => is === 'word' && baseOf(text.toLowerCase()) !== undefined);
  const verbs = at < 0 ? [] : [baseOf(tokens[at]!.text.toLowerCase())!];
  return { mode: 'forbid', verbs, tokens: at < 0 ? tokens : tokens.slice(at + 1) };
}

/** Takes a word as a verb of the segment, or drops one that says nothing between verbs. */
function takesVerb(now: RuleSegment, tokens: readonly RuleToken[], at: number): boolean {
  const word = tokens[at]!.text.toLowerCase();
  const next = tokens[at + 1]?.text.toLowerCase() ?? '';
  if (word === 'force' && /^push/.test(next)) return now.verbs.push('force push') > 0;
  if (now.verbs.at(-1) === 'force push' && tokens[at - 1]!.text.toLowerCase() === 'force') return true;
  // Behind a verb comes a noun, "rebase commits", "touch generated files", unless something joins them.
  const isJoined = now.verbs.length === 0 || (OR.test(tokens[at - 1]!.text) && !/s$/.test(word));
  const base = isJoined ? baseOf(word) : undefined;
  // A bare noun is what it is about: "never edit", but "no edit".
  if (base !== undefined) now.verbs.push(base);
  return (
    base !== undefined ||
    FILLERS.has(word) ||
    /[a-z]ly$/.test(word) ||
    (now.verbs.length > 0 && (word === 'or' || word === 'and'))
  );
}

/** "Write them in `a`, never in `b`", "… never through `b`": said of the same verb. */
const PLACES = /^(?:in|into|to|under|inside|on)$/;

const OR = /^(?:or|and|,|\/)$/i;

const REQUIRES: ReadonlySet<string> = new Set(
  "use always prefer only run using via stick switch regenerate call we’re we're we open must should uses import build".split(
    ' ',
  ),
);
/** Verbs that ask for something where a sentence begins with them. */
const ASKED: ReadonlySet<string> = new Set('write put name keep place define add create store'.split(' '));
const NEXT =
  /^(?:i|i['’]ll|it|it['’](?:s|ll)|that|that['’]s|they|you|you['’]ll|we['’]ll|this|there|otherwise|let|just)$/;
const USES: ReadonlySet<string> = new Set('use run call invoke execute'.split(' '));
const CONDITIONS = /^(?:if|when|while|once|after|before|unless|until|whenever|where)$/;
const TAILS: ReadonlySet<string> = new Set(
  "unless because since until without before after when while if so which who that whenever during except outside they it’s it's its where due".split(
    ' ',
  ),
);

/** Work that is always under way limits nothing. */
const isUsualWork = (tokens: readonly RuleToken[]): boolean =>
  /^(?:working|coding|developing|building|running|testing|committing|pushing|writing|updating|making|creating|adding|editing|fixing|implementing|refactoring|contributing|opening|submitting|modifying)$/i.test(
    tokens[1]?.text ?? '',
  );

const FILLERS: ReadonlySet<string> = new Set(
  'ever bother directly just manually please also blindly simply be the a an of bare raw plain naive blanket direct explicitly automatically accidentally'.split(
    ' ',
  ),
);
