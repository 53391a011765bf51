/** A text as code without its strings and comments, and its comments alone. In one pass; no language is parsed. */
export function codeParts(text: string, kind: string): { code: string; comments: string } {
  const isHash = HASH_KINDS.has(kind);
  let code = '';
  let comments = '';
  let at = 0;
  while (at < text.length) {
    const sign = text[at]!;
    const two = text.slice(at, at + 2);
    if ((isHash ? sign === '#' : two === '//') || (kind === 'sql' && two === '--')) {
      const end = endOf(text, '\n', at);
      comments += `${text.slice(at, end)}\n`;
      at = end;
    } else if (!isHash && two === '/*') {
      const end = endOf(text, '*/', at + 2);
      comments += `${text.slice(at, end)}\n`;
      at = end + 2;
    } else if (sign === '"' || sign === "'" || sign === '`') {
      const end = stringEnd(text, at);
      code += end < 0 ? sign : `${sign}${sign}`;
      at = end < 0 ? at + 1 : end;
    } else {
      code += sign;
      at++;
    }
  }
  return { code, comments };
}

const HASH_KINDS: ReadonlySet<string> = new Set(
  'py pyi rb sh bash zsh yaml yml toml r pl ex exs nix mk cfg ini conf tf dockerfile makefile'.split(' '),
);

const endOf = (text: string, sign: string, from: number): number => {
  const end = text.indexOf(sign, from);
  return end < 0 ? text.length : end;
};

/** Where a string has ended; -1 where it does not end on its line, as an apostrophe does not. */
function stringEnd(text: string, begin: number): number {
  const sign = text[begin]!;
  const triple = sign.repeat(3);
  if (text.startsWith(triple, begin)) {
    const end = text.indexOf(triple, begin + 3);
    return end < 0 ? text.length : end + 3;
  }
  for (let at = begin + 1; at < Math.min(text.length, begin + MAX_STRING_CHARS); at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === sign) return at + 1;
    else if (text[at] === '\n' && sign !== '`') return -1;
  }
  return -1;
}

const MAX_STRING_CHARS = 2000;
