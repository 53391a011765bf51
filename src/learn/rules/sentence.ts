/** A piece of a rule's sentence. */
export interface RuleToken {
  text: string;
  /** It stood in backquotes, or in quotation marks. */
  is: 'word' | 'code' | 'quote' | 'end' | 'comma';
}

/** What a rule says of some things: not to do them, to do them, or neither. */
export interface RuleSegment {
  mode: 'forbid' | 'require' | 'say';
  /** The word by which it forbids. */
  by: string;
  /** Base forms of the verbs, such as `edit` and `delete`. */
  verbs: string[];
  tokens: RuleToken[];
  /** What limits it: `without asking`, `unless …`, `before …`. */
  tail: RuleToken[];
  /** It holds under a condition that cannot be checked. */
  isConditional: boolean;
}

const MAX_RULE_CHARS = 1500;
/** What a person types is short; in a long text, "not" and "no" mostly tell what is. */
const MAX_TYPED_CHARS = 200;

/** A rule of a file without the headings before it: `Testing > Mocks: Never …`. */
export const withoutHeadings = (rule: string): string =>
  rule.replace(/^(?:[^>\n]{1,300} > ){1,6}(?:[^:\n`]{1,200}: )?/, '');

/** Cuts a rule into what it forbids and what it asks for. */
export function segmentsOf(rule: string): RuleSegment[] {
  const found: RuleSegment[] = [];
  const tokens = tokensOf(rule);
  const isTyped = rule.length <= MAX_TYPED_CHARS;
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
      // Code in parentheses is an example of what is forbidden: `(e.g. …)`.
      const isExample = token.text === '(' && now.mode === 'forbid' && !isTail && isExampleAt(tokens, at + 1);
      if (isExample) now.tokens.push({ text: '(', is: 'comma' });
      if (isExample || (token.text === ')' && now.tokens.some(({ text }) => text === '('))) continue;
      // "Use A (not B)" is one statement.
      const isAside =
        token.text === '(' && now.mode === 'require' && /^not$/i.test(tokens[at + 1]?.text ?? '');
      if (!isAside) begin('say');
      isConditional &&= /[():,]/.test(token.text);
      continue;
    }
    const no = token.is === 'word' ? negationAt(rest, { now, before, isTyped }) : 0;
    if (no !== 0) {
      const by = token.text.toLowerCase();
      const isInstead = /^(?:instead|rather|over)$/.test(by);
      const known = isInstead ? now.verbs.filter((verb) => USES.has(verb)) : [];
      begin(no > 0 ? 'forbid' : 'say', by, isInstead && known.length === 0 ? ['use'] : known);
      at += Math.abs(no) - 1;
      continue;
    }
    const word = token.is === 'word' ? token.text.toLowerCase() : '';
    const isOpen = now.mode === 'forbid' && now.verbs.length === 0 && before?.is !== 'comma';
    if ((isFirst || isJoint(before)) && REQUIRES.has(word) && !isOpen) {
      if (now.mode !== 'require' || !isFirst) begin('require');
      const base = baseOf(word);
      if (base !== undefined) now.verbs.push(base);
      continue;
    }
    // "don't commit, I'll do it myself"
    if (now.mode === 'forbid' && before?.is === 'comma' && NEXT.test(word)) begin('say');
    const isCondition = isFirst && now.mode === 'say' && CONDITIONS.test(word);
    if (isCondition && !isUsualWork(rest) && rest[1]?.text !== 'again') isConditional = true;
    if (now.mode !== 'say' && !isFirst && TAILS.has(word)) isTail = true;
    // "functions that panic like `unwrap()`"
    if (
      now.mode === 'forbid' &&
      word === 'like' &&
      tokens[at + 1]?.is === 'code' &&
      now.tail[0]?.text === 'that'
    ) {
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

const isExampleAt = (tokens: readonly RuleToken[], at: number): boolean =>
  tokens[at]?.is === 'code' ||
  /^\*\.\w+$/.test(tokens[at]?.text ?? '') ||
  (/^(?:e\.g|i\.e|like|such|for)/i.test(tokens[at]?.text ?? '') &&
    tokens.slice(at, at + 4).some(({ is }) => is === 'code'));

const segment = (mode: RuleSegment['mode'], isConditional: boolean): RuleSegment => ({
  ...{ mode, by: '', verbs: [], tokens: [], tail: [], isConditional },
});

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
    base !== undefined || FILLERS.has(word) || (now.verbs.length > 0 && (word === 'or' || word === 'and'))
  );
}

const OR = /^(?:or|and|,|\/)$/i;

const isJoint = (token: RuleToken | undefined): boolean =>
  token === undefined ||
  token.is === 'comma' ||
  token.is === 'end' ||
  /^(?:and|but|so|or|please|we|you|always|just|instead|then|must|should|agents?|to|ever|i|now|again)$/i.test(
    token.text,
  );

/**
 * How many words at a place say that something is not to be done; less than nought where they only tell that something is
 * not so: "a claim is never `verified`", "workers must not run it".
 */
function negationAt(
  tokens: readonly RuleToken[],
  { now, before, isTyped }: { now: RuleSegment; before: RuleToken | undefined; isTyped: boolean },
): number {
  const [one = '', two = '', three = ''] = tokens.map(({ text, is }) =>
    is === 'word' ? text.toLowerCase() : '',
  );
  const isStart = now.tokens.length + now.verbs.length === 0 && now.tail.length === 0;
  const starts = isStart || isJoint(before);
  const orders = (words: number, passive: string) => {
    const isPassive = passive === 'be';
    const isOfOthers = now.mode === 'say' && !isStart && before?.is !== 'comma' && !now.tokens.every(isWe);
    return isOfOthers && !isPassive ? -words : words;
  };
  if (/^(?:never|don[’']?t|avoid)$/.test(one)) return two === 'ever' ? 2 : orders(1, two);
  if (one === 'do' && /^(?:not|never)$/.test(two)) return orders(2, three);
  if (/^(?:mustn|shouldn|can|won)[’']?t$|^cannot$/.test(one)) return orders(1, two);
  if (/^(?:must|should|may|shall|can|will)$/.test(one) && /^(?:not|never)$/.test(two))
    return orders(2, three);
  if (/^(?:forbids?|prohibits?|disallows?|bans?)$/.test(one)) return 1;
  if (/^(?:instead|rather)$/.test(one) && /^(?:of|than)$/.test(two)) return now.mode === 'require' ? 2 : -2;
  if (one === 'over') return now.verbs.includes('prefer') ? 1 : 0;
  if (one === 'refrain' && two === 'from') return 2;
  if (one === 'stop' && /ing$/.test(two) && starts) return 1;
  if (one === 'no' && tokens[1]?.is !== 'comma') {
    const isSentence = before === undefined || /[.;\n]/.test(before.text);
    const isWord = now.tokens.every(isWe);
    return (isStart && isSentence) || (isTyped && (starts || isWord)) ? 1 : 0;
  }
  if (one === 'not') {
    const isInstead = now.mode === 'require' && isNamed(now.tokens);
    const isBetween =
      before?.is === 'code' && tokens[1]?.is === 'code' && now.tokens.every(({ is }) => is === 'code');
    if (isInstead && before?.is !== 'word') return 1;
    return isTyped && (isInstead || isBetween || (isStart && now.mode === 'say')) ? 1 : 0;
  }
  return 0;
}

/** Whether a clause says nothing but what to use. */
const isNamed = (tokens: readonly RuleToken[]): boolean =>
  tokens.filter(({ text, is }) => is === 'word' && !/^(?:or|and|the|a|for|via|with|to|here)$/i.test(text))
    .length <= MAX_NAMED_WORDS;

const MAX_NAMED_WORDS = 2;

const isWe = ({ text, is }: RuleToken): boolean =>
  is === 'word' &&
  /^(?:you|we|i|said|pls|hey|remember|rule|agents?|claude|please|also|so|and|but|absolutely|developers|important|note|again|ever|❌)$/i.test(
    text,
  );

const REQUIRES: ReadonlySet<string> = new Set(
  "use always prefer only run using via stick switch regenerate call we’re we're we open".split(' '),
);
const NEXT =
  /^(?:i|i['’]ll|it|it['’](?:s|ll)|that|that['’]s|they|you|you['’]ll|we['’]ll|this|there|otherwise|let|just)$/;
const USES: ReadonlySet<string> = new Set('use run call invoke execute prefer'.split(' '));
const CONDITIONS = /^(?:if|when|while|once|after|before|unless|until|during|whenever|where)$/;
const TAILS: ReadonlySet<string> = new Set(
  "unless because since until without before after when while if so which who that whenever during except they it’s it's its where due".split(
    ' ',
  ),
);

/** Work that is always under way limits nothing. */
const isUsualWork = (tokens: readonly RuleToken[]): boolean =>
  /^(?:working|coding|developing|building|running|testing|committing)$/i.test(tokens[1]?.text ?? '');

const FILLERS: ReadonlySet<string> = new Set(
  'ever directly just manually please also blindly simply be the a an of bare raw explicitly automatically accidentally'.split(
    ' ',
  ),
);

/** Verbs of rules, by their forms; a form that is missing here is not a verb to us. */
const VERBS: ReadonlyMap<string, string> = new Map(
  `use run invoke call execute start launch edit modify touch change update alter overwrite delete remove rename move
   write create add put commit generate import include introduce leave log hardcode suppress disable declare define throw
   insert install upgrade bump push amend rebase merge stash tag reset squash force-push cherry-pick emit prefer rely
   skip pass kill make read view print apply destroy deploy publish mark open save place enable return regenerate`
    .split(/\s+/)
    .flatMap((verb) => formsOf(verb).map((form) => [form, verb] as const)),
);

function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, '');
  const twice = /(?:^|[^aeiou])[aeiou][bdgmnpt]$/.test(verb) ? `${verb}${verb.at(-1)}` : stem;
  return [
    verb,
    ...(verb.endsWith('y') ? [`${verb.slice(0, -1)}ied`] : []),
    `${verb}s`,
    `${verb}es`,
    `${twice}ing`,
    `${stem}ing`,
    `${twice}ed`,
    `${stem}ed`,
    ...(verb === 'write' ? ['written'] : []),
  ];
}

const baseOf = (word: string): string | undefined => VERBS.get(word);

/** The pieces of a rule: words, code, quotations, commas, and where a statement ends. */
function tokensOf(rule: string): RuleToken[] {
  const text = rule
    .slice(0, MAX_RULE_CHARS)
    .replace(/```\w*\n([^`]*?)\n?```/g, (_, body: string) =>
      body
        .split('\n')
        .map((line) => `\`${line.replace(/\s+#.*$/, '')}\``)
        .join(', '),
    )
    .replace(/\*\*/g, '')
    .replace(/[“”]/g, '"');
  const found: RuleToken[] = [];
  for (const [whole, , code, quote, sign] of text.matchAll(TOKEN)) {
    if (code !== undefined) found.push({ text: code.trim(), is: 'code' });
    else if (quote !== undefined) found.push({ text: quote.trim(), is: 'quote' });
    else if (sign !== undefined) found.push({ text: sign, is: sign === ',' ? 'comma' : 'end' });
    else {
      const word = whole
        .replace(/:$/, '')
        .replace(/[.!?*]+$/, (end) => (/^[.*]+$/.test(end) && /[/*]$/.test(whole) ? end : ''));
      // `*.md` and `...` are no ends.
      if (word !== '') found.push({ text: word, is: 'word' });
      if (whole.endsWith(':')) found.push({ text: ':', is: 'end' });
      if (/[.!?]$/.test(whole) && !/^(?:e\.g|i\.e|etc|vs)\.?$/i.test(word))
        found.push({ text: '.', is: 'end' });
    }
  }
  return found.filter(({ text }) => text !== '');
}

const TOKEN =
  /(?<!`)(`{1,3})(?!`)([^\n]{1,400}?)(?<!`)\1(?!`)|(?:"|(?<=^|\s)'(?=[^'\n]{1,200}'(?:\W|$)))([^"'\n]{1,200})["']|(,|;|:(?=\s|$)|\(|\)|—|–|\s-\s|\s--\s|\n|→)|[^\s,;()`"—–→]+/g;
