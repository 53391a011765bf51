import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactLines, redactSync } from './redact.ts';

// Written in pieces: nothing that looks like a key may stand in this file.
const github = `gh${'p'}_${'aB3dE6gH9'.repeat(4)}`;

test.each([
  ['a zero-width space', '\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a NUL', '\0'],
  ['a byte order mark', '\ufeff'],
  ['a mark that turns what follows around', '\u202e'],
  ['a tag character', '\u{e0041}'],
  ['a color', '\u001b[31m'],
])('%s inside a secret does not hide it', (_, sign) => {
  for (let at = 1; at < github.length; at++) {
    const given = `use ${github.slice(0, at)}${sign}${github.slice(at)} today`;
    expect(redactSync(given).text).toBe('use [redacted: github token] today');
  }
});

test('what cannot be seen stays where there is no secret', () => {
  const given = 'a\u200bb\r\nc\u001b[31md\u001b[0m 👩‍💻 e\rf';
  expect(redactSync(given)).toEqual({ text: given, found: [] });
});

test('line ends of Windows make no difference', () => {
  expect(redactSync('user=ada\r\npassword=Winter2024!\r\nhost=db\r\n').text).toBe(
    'user=ada\r\npassword=[redacted: password]\r\nhost=db\r\n',
  );
});

test('the text around a secret is never touched', () => {
  const sign = fc.constantFrom('\u200b', '\r\n', '\r', '\u001b[1m', 'word', ' ', '\n', '\u{e0041}', '👩‍💻');
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 12 }), fc.array(sign, { maxLength: 12 }), (before, after) => {
      const [left, right] = [`${before.join('')} `, ` ${after.join('')}`];
      expect(redactSync(left + github + right).text).toBe(`${left}[redacted: github token]${right}`);
    }),
  );
});

test('a file keeps its lines', () => {
  const row = 'MIIEpAIBAAKCAQEA7bq3kP0xQv9Zs2Lw8mYtRf4nUj6HcD1eGa5oXiBzNyTlKVWS';
  const name = `RSA ${'PRIVATE'} KEY`;
  const given = `one\n-----BEGIN ${name}-----\n${row}\n${row}\n-----END ${name}-----\nsix`;
  expect(redactLines(given).text).toBe('one\n[redacted: private key]\n\n\n\nsix');
});
