/** Signs and words that patterns begin, repeat or end with. */
export const TOKENS = [
  ...['<a>', '<a ', '</a>', '<a b="', '<think>', '<system-reminder>', '</system-reminder>', '<!--', '<', '>'],
  ...['"', "'", '`', '```', '```\n', '~~~', '"""', '“', '«', '\\"', '"\'`', '"?', '"a?"="', '"="'],
  ...['(', ')', '[', ']', '[a](', '![', '{', '}', '{"a":', '[['],
  ...[' ', '\n', '\t', '\r\n', ' \n', '\u00a0', '\u200b', '\0', '\u001b[31m', '\u001b['],
  ...['a', 'A', 'aA', 'a ', 'a.', 'a. ', 'a, ', 'a/', 'a-', 'a_', 'a:', 'a@', 'a=', 'a=b ', 'a="b" '],
  ...[
    '/',
    '../',
    './',
    '.',
    '..',
    '\\',
    '\\\n',
    '-',
    '--',
    '=',
    '#',
    '# a\n',
    '*',
    '* a\n',
    '- a\n',
    '1. a\n',
  ],
  ...[
    ':',
    ';',
    '; ',
    ',',
    '?',
    '!',
    '|',
    ' | ',
    '||',
    '&&',
    '<<A\n',
    '$(',
    '$(cat <<A\n',
    '@',
    '@a.',
    '+a\n',
  ],
  ...['0', '1,', '0.', '0x', '2026-', '12:34:56 ', 'http://', 'http://a', 'a@b.', 'a.ts ', 'a.ts:1 '],
  ...['e\u0301', '\u0301', 'é', '日', '😀', '\ud800'],
  ...["don't ", 'no, ', 'always ', 'never ', 'not ', ' but ', 'and ', 'use ', 'when ', 'in the ', 'because '],
  ...['instead of ', 'on monday ', 'implement this plan: ', 'error:\n', 'Error: ', 'at a (', 'npm ', 'cd a;'],
  ...['PASSWORD=', 'password: ', '-----BEGIN PRIVATE KEY-----\n', '-----BEGIN ', 'QUJD', 'abc123', 'eyJ'],
  ...['[image', '[redacted: ', '*** Update File: a\n', '@@ -1 +1 @@\n', '_**User**_\n\n', '<summary>'],
];

/** A text of a given length. */
export type TextMaker = (length: number) => string;

export const repeating =
  (token: string): TextMaker =>
  (length) =>
    token.repeat(Math.ceil(length / token.length)).slice(0, length);

/** The same with an end that does not fit what was repeated, which makes a pattern go back. */
export const ending =
  (made: TextMaker): TextMaker =>
  (length) =>
    `${made(length - 1)}0`;

let texts = 0;

/** Reads a text that no reader has seen before, by its length: some remember the last ones. A reader may refuse a text. */
export const reading = (read: (text: string) => unknown, made: TextMaker) => (length: number) => {
  try {
    read(made(length + (texts++ % 50)));
  } catch {}
};
