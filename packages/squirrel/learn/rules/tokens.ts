export interface RuleToken {
  text: string;
  /** It stood in backquotes, or in quotation marks. */
  is: 'word' | 'code' | 'quote' | 'end' | 'comma';
}

const MAX_RULE_CHARS = 1500;

/** The pieces of a rule: words, code, quotations, commas, and where a statement ends. */
export function tokensOf(rule: string): RuleToken[] {
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
  /(?<!`)(`{1,3})(?!`)([^\n]{1,400}?)(?<!`)\1(?!`)|(?:"|(?<=^|\s)'(?=[^'\n]{1,200}'(?:\W|$)))([^"'\n]{1,200})["']|(,|;|:(?=\s|$)|\(|\)|—|–|\s-\s|\s--\s|\n|→)|[\w$.:]+!?\(\)|[^\s,;()`"—–→]+/g;
