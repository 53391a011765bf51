/** A piece of a rule's sentence. */
export interface RuleToken {
  text: string;
  /** It stood in backquotes, or in quotation marks. */
  is: 'word' | 'code' | 'quote' | 'end' | 'comma';
}

/** What a rule says of some things: not to do them, to do them, or neither. */
export interface RuleSegment {
  mode: 'forbid' | 'require' | 'say';
  /** Base forms of the verbs, such as `edit` and `delete`. */
  verbs: string[];
  tokens: RuleToken[];
  /** What limits it: `without asking`, `unless …`, `before …`. */
  tail: RuleToken[];
  /** It holds under a condition that cannot be checked. */
  isConditional: boolean;
}

const MAX_RULE_CHARS = 1500;

/** Cuts a rule into what it forbids and what it asks for. */
export function segmentsOf(rule: string): RuleSegment[] {
  const found: RuleSegment[] = [];
  let now = segment('say', false);
  let isConditional = false;
  const begin = (mode: RuleSegment['mode'], verbs: readonly string[] = []) => {
    if (now.tokens.length + now.verbs.length > 0) found.push(now);
    now = { ...segment(mode, isConditional), verbs: [...verbs] };
  };
  const tokens = tokensOf(rule.slice(0, MAX_RULE_CHARS));
  let isTail = false;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const rest = tokens.slice(at, at + 4);
    const isFirst = now.tokens.length === 0 && now.verbs.length === 0;
    if (token.is === 'end') {
      // Code in parentheses is an example of what is forbidden: `(e.g. …)`.
      const isExample = token.text === '(' && now.mode === 'forbid' && !isTail && isExampleAt(tokens, at + 1);
      if (isExample) now.tokens.push({ text: '(', is: 'comma' });
      if (isExample || (token.text === ')' && now.tokens.some(({ text }) => text === '('))) continue;
      begin('say');
      isConditional &&= /[():,]/.test(token.text);
      isTail = false;
      continue;
    }
    const no = token.is === 'word' ? negationAt(rest, isFirst || isJoint(tokens[at - 1]), tokens[at - 1]) : 0;
    if (no > 0) {
      const isInstead = /^(?:instead|rather|over)$/i.test(token.text);
      const known = isInstead ? now.verbs.filter((verb) => USES.has(verb)) : [];
      begin('forbid', isInstead && known.length === 0 ? ['use'] : known);
      at += no - 1;
      isTail = false;
      continue;
    }
    const word = token.is === 'word' ? token.text.toLowerCase() : '';
    const starts = isFirst || isJoint(tokens[at - 1]);
    if (
      starts &&
      REQUIRES.has(word) &&
      !(now.mode === 'forbid' && now.verbs.length === 0 && tokens[at - 1]?.is !== 'comma')
    ) {
      if (now.mode !== 'require' || !isFirst) begin('require');
      isTail = false;
      if (baseOf(word) !== undefined && word !== 'always' && word !== 'only') now.verbs.push(baseOf(word)!);
      continue;
    }
    if (
      isFirst &&
      now.mode === 'say' &&
      CONDITIONS.test(word) &&
      !isUsualWork(rest) &&
      rest[1]?.text !== 'again'
    )
      isConditional = true;
    if (now.mode !== 'say' && !isFirst && TAILS.has(word)) isTail = true;
    // "functions that panic like `unwrap()`"
    if (
      now.mode === 'forbid' &&
      word === 'like' &&
      tokens[at + 1]?.is === 'code' &&
      now.tail[0]?.text === 'that'
    ) {
      now.tail = [];
      now.tokens = [{ text: '(', is: 'comma' }];
      isTail = false;
      continue;
    }
    if (isTail) now.tail.push(token);
    else if (now.mode !== 'say' && now.tokens.length === 0 && word !== '' && takesVerb(now, tokens, at))
      continue;
    else if (
      now.verbs.length > 0 &&
      /^(?:or|and)$/i.test(tokens[at - 1]?.text ?? '') &&
      baseOf(word) &&
      !/s$/.test(word) &&
      !isNounHere(tokens[at + 1])
    )
      now.verbs.push(baseOf(word)!);
    else if (now.tokens.length > 0 || token.is !== 'comma') now.tokens.push(token);
  }
  begin('say');
  return found;
}

/** "a release or tag manually": what nothing follows that could be done to is no verb. */
const isNounHere = (next: RuleToken | undefined): boolean =>
  next === undefined ||
  next.is === 'end' ||
  /^(?:manually|yourself|unless|without|directly|by)$/i.test(next.text);

const isExampleAt = (tokens: readonly RuleToken[], at: number): boolean =>
  tokens[at]?.is === 'code' ||
  /^\*\.\w+$/.test(tokens[at]?.text ?? '') ||
  (/^(?:e\.g|i\.e|like|such|for)/i.test(tokens[at]?.text ?? '') &&
    tokens.slice(at, at + 4).some(({ is }) => is === 'code'));

const segment = (mode: RuleSegment['mode'], isConditional: boolean): RuleSegment => ({
  ...{ mode, verbs: [], tokens: [], tail: [], isConditional },
});

/** Takes a word as a verb of the segment, or drops one that says nothing between verbs. */
function takesVerb(now: RuleSegment, tokens: readonly RuleToken[], at: number): boolean {
  const word = tokens[at]!.text.toLowerCase();
  const next = tokens[at + 1]?.text.toLowerCase() ?? '';
  if (word === 'force' && /^push/.test(next)) return now.verbs.push('force push') > 0;
  if (now.verbs.at(-1) === 'force push' && tokens[at - 1]!.text.toLowerCase() === 'force') return true;
  // Behind a verb, a plural is a noun: "rebase commits".
  const base = now.verbs.length > 0 && /s$/.test(word) ? undefined : baseOf(word);
  // A bare noun is what it is about: "never edit", but "no edit".
  if (base !== undefined) now.verbs.push(base);
  return (
    base !== undefined || FILLERS.has(word) || (now.verbs.length > 0 && (word === 'or' || word === 'and'))
  );
}

const isJoint = (token: RuleToken | undefined): boolean =>
  token === undefined ||
  token.is === 'comma' ||
  token.is === 'end' ||
  /^(?:and|but|so|or|please|we|you|always|just|instead|then|must|should|agents?|to|ever|i|now|again)$/i.test(
    token.text,
  );

/** How many words at a place say that something is not to be done. */
function negationAt(tokens: readonly RuleToken[], starts: boolean, before: RuleToken | undefined): number {
  const [one = '', two = '', three = ''] = tokens.map(({ text, is }) =>
    is === 'word' ? text.toLowerCase() : '',
  );
  if (/^(?:never|don[’']?t|mustn[’']?t|shouldn[’']?t|avoid|cannot|can[’']?t|won[’']?t)$/.test(one))
    return two === 'ever' ? 2 : 1;
  if (/^(?:do|must|should|may|shall|can|does|are|is|will)$/.test(one) && /^(?:not|never)$/.test(two)) {
    // "is not a" says what something is.
    if (/^(?:does|are|is|will)$/.test(one) && !/^(?:allowed|permitted|be)$/.test(three)) return 0;
    return 2;
  }
  if (/^(?:instead|rather)$/.test(one) && /^(?:of|than)$/.test(two)) return 2;
  if (one === 'over' && (before?.is === 'code' || before?.is === 'quote')) return 1;
  if (/^(?:forbids?|prohibits?|disallows?|bans?)$/.test(one)) return 1;
  if (one === 'refrain' && two === 'from') return 2;
  if (one === 'stop' && /ing$/.test(two)) return 1;
  if (one === 'no' && starts && tokens[1]?.is !== 'comma') return 1;
  if (one === 'not')
    return before?.is === 'code' || before?.is === 'comma' || before === undefined || starts ? 1 : 0;
  return 0;
}

const REQUIRES: ReadonlySet<string> = new Set(
  "use always prefer only run using via stick switch regenerate call we’re we're we open".split(' '),
);
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
export function tokensOf(rule: string): RuleToken[] {
  const text = rule
    .replace(/```\w*\n([^`]*?)\n?```/g, (_, body: string) =>
      body
        .split('\n')
        .map((line) => `\`${line.replace(/\s+#.*$/, '')}\``)
        .join(', '),
    )
    .replace(/\*\*|__(?=\S)|(?<=\S)__/g, '')
    .replace(/[“”]/g, '"');
  const found: RuleToken[] = [];
  for (const [whole, , code, quote, sign] of text.matchAll(TOKEN)) {
    if (code !== undefined) found.push({ text: code.trim(), is: 'code' });
    else if (quote !== undefined) found.push({ text: quote.trim(), is: 'quote' });
    else if (sign !== undefined) found.push({ text: sign, is: sign === ',' ? 'comma' : 'end' });
    else {
      const word = whole.replace(/[.!?*]+$/, (end) =>
        /^[.*]+$/.test(end) && /[/*]$/.test(whole) ? end : '',
      );
      // `*.md` and `...` are no ends.
      if (word !== '') found.push({ text: word, is: 'word' });
      if (/[.!?]$/.test(whole) && !/^(?:e\.g|i\.e|etc|vs)\.?$/i.test(word))
        found.push({ text: '.', is: 'end' });
    }
  }
  return found.filter(({ text }) => text !== '');
}

const TOKEN =
  /(?<!`)(`{1,3})(?!`)([^\n]{1,400}?)(?<!`)\1(?!`)|(?:"|(?<=^|\s)'(?=[^'\n]{1,200}'(?:\W|$)))([^"'\n]{1,200})["']|(,|;|:(?=\s|$)|\(|\)|—|–|\s-\s|\s--\s|\n|→)|[^\s,;()`"—–→]+/g;
