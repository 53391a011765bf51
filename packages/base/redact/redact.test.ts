import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectLinear } from '../testing/growth.ts';
import { runs } from '../testing/runs.ts';
import { redact, redactSync } from './redact.ts';

// Written in pieces: nothing that looks like a key may stand in this file.
const github = `gh${'p'}_${'aB3dE6gH9'.repeat(4)}`;
const slack = `xo${'xb'}-123456789012-1234567890123-${'aB3dE6gH'.repeat(3)}`;
const awsId = `AK${'IA'}Z7QX5JYWM2NKRT4P`;
const awsSecret = ['wJ4lrXUtnFEMIxK7MDEN', 'GxbPxRfiCYzX4Mp7Ke9q'].join('');
const begin = `-----BEGIN RSA ${'PRIVATE'} KEY-----`;
const end = `-----END RSA ${'PRIVATE'} KEY-----`;
const row = 'MIIEpAIBAAKCAQEA7bq3kP0xQv9Zs2Lw8mYtRf4nUj6HcD1eGa5oXiBzNyTlKVWS';

const text = (given: string): string => redactSync(given).text;

describe('what is left behind can still be read', () => {
  test.each([
    [
      'the deploy uses a token in a sentence',
      `Use ${github} until Friday.`,
      'Use [redacted: github token] until Friday.',
    ],
    [
      'a connection string keeps scheme, user, host and path',
      'postgres://app:s3cr3t-Pw@db:5432/x',
      'postgres://app:[redacted: password]@db:5432/x',
    ],
    [
      'a connection string without a user keeps its host',
      'redis://:s3cr3tPw9@cache:6379/0',
      'redis://:[redacted: password]@cache:6379/0',
    ],
    ['an environment file keeps the name', 'DB_PASSWORD=Winter2024!', 'DB_PASSWORD=[redacted: password]'],
    ['an assignment keeps its quotes', 'password = "Winter2024!"', 'password = "[redacted: password]"'],
    [
      'JSON stays JSON',
      '{"user":"ada","password":"Winter2024!"}',
      '{"user":"ada","password":"[redacted: password]"}',
    ],
    [
      'JSON inside JSON, too',
      '{\\"password\\":\\"Winter2024!\\"}',
      '{\\"password\\":\\"[redacted: password]\\"}',
    ],
    [
      'a list of settings loses only the password',
      'Server=sql;User Id=sa;Password=Winter2024!;Encrypt=True',
      'Server=sql;User Id=sa;Password=[redacted: password];Encrypt=True',
    ],
    [
      'a query string loses only the token',
      'GET /a?access_token=9f8e7d6c5b4a39281706&page=2',
      'GET /a?access_token=[redacted: token]&page=2',
    ],
    [
      'a header keeps its scheme',
      'Authorization: Bearer 9f8e7d6c5b4a39281706',
      'Authorization: Bearer [redacted: bearer token]',
    ],
    [
      'a sentence keeps its full stop',
      'The password for staging is hunter2.',
      'The password for staging is [redacted: password].',
    ],
    [
      'a command keeps its other arguments',
      'curl -u ada:Winter2024 https://shop.test',
      'curl -u ada:[redacted: password] https://shop.test',
    ],
    [
      'a command keeps its other arguments, by its long option',
      'curl --user ada:Winter2024 https://shop.test',
      'curl --user ada:[redacted: password] https://shop.test',
    ],
    [
      'a command keeps its other arguments, without a name',
      'curl -u :Winter2024 https://shop.test',
      'curl -u :[redacted: password] https://shop.test',
    ],
    [
      'a command keeps its other arguments, behind other options',
      'curl -sSu ada:Winter2024 https://shop.test',
      'curl -sSu ada:[redacted: password] https://shop.test',
    ],
    [
      'a command keeps its other arguments, over several lines',
      'curl -X POST \\\n  --user id:Winter2024 \\\n  https://shop.test',
      'curl -X POST \\\n  --user id:[redacted: password] \\\n  https://shop.test',
    ],
    [
      'a command keeps its other arguments, of httpie',
      'http -a ada:Winter2024 https://shop.test',
      'http -a ada:[redacted: password] https://shop.test',
    ],
    [
      'an element keeps its tags',
      '<password>Winter2024!</password>',
      '<password>[redacted: password]</password>',
    ],
    [
      'a webhook keeps its host',
      `https://hooks.slack.${'com'}/services/T0AB1CD2E/B0AB1CD2E/aB3dE6gH9jK1mN4pQ7sT0vW2`,
      'https://hooks.slack.com/services/[redacted: slack webhook]',
    ],
  ])('%s', (_, given, wanted) => {
    expect(text(given)).toBe(wanted);
  });

  test('a manifest keeps its lines', () => {
    expect(
      text('env:\n  - name: DB_PASSWORD\n    value: Winter2024!\n  - name: PORT\n    value: "80"\n'),
    ).toBe('env:\n  - name: DB_PASSWORD\n    value: [redacted: password]\n  - name: PORT\n    value: "80"\n');
  });
});

describe('private keys go as a whole', () => {
  test.each([
    ['complete', `key:\n${begin}\n${row}\n${row}\n${end}\ndone`, 'key:\n[redacted: private key]\ndone'],
    ['cut off before the end', `${begin}\n${row}\n${row}`, '[redacted: private key]'],
    [
      'with line breaks written out',
      `{"private_key":"${begin}\\n${row}\\n${end}\\n"}`,
      '{"private_key":"[redacted: private key]\\n"}',
    ],
    ['in a diff', `+${begin}\n+${row}\n+${end}`, '+[redacted: private key]'],
    [
      'only its last lines',
      `$ tail key\n${row}\n${row}\nab12==\n${end}`,
      '$ tail key\n[redacted: private key]',
    ],
    [
      'with lines left out of its middle',
      `${begin}\n${row}\n${row}\n... 20 lines ...\n${row}\n${end}\ndone`,
      '[redacted: private key]\n... 20 lines ...\n[redacted: private key]\ndone',
    ],
  ])('%s', (_, given, wanted) => {
    expect(text(given)).toBe(wanted);
  });

  test('talking about the header is not a key', () => {
    const sentence = `It checks that the file begins with "${begin}" and stops otherwise.`;
    expect(text(sentence)).toBe(sentence);
  });

  test('nor is what stands between talking about its first and its last line', () => {
    const sentence = `It looks for "${begin}" in src/redact/private-keys.ts and in every file of the folder, then for "${end}".`;
    expect(text(sentence)).toBe(sentence);
  });
});

describe('each finding is reported once per place', () => {
  test('in the order of the text', () => {
    expect(redactSync(`${slack} then ${github}`).found).toEqual(['slack token', 'github token']);
  });

  test('and two findings over the same place are one, named by the surer', () => {
    const { text: rest, found } = redactSync(`GITHUB_TOKEN="${github}"`);
    expect(rest).toBe('GITHUB_TOKEN="[redacted: github token]"');
    expect(found).toEqual(['github token']);
  });

  test('and a secret that begins inside another is gone to its end', () => {
    expect(text(`Authorization: Bearer ${github}.tail1234`)).not.toContain('tail1234');
  });

  test('and the secret next to an access key id needs no name', () => {
    const withoutDigits = awsSecret.replaceAll(/[0-9]/g, '/');
    expect(text(`- ${awsId}\n- ${withoutDigits}`)).toContain('[redacted: aws secret key]');
    expect(text(`${awsId}:${awsSecret}`)).toBe('[redacted: aws access key id]:[redacted: aws secret key]');
  });

  test('and a name in front does not let the end of a key through', () => {
    expect(text(`AWS_SECRET_ACCESS_KEY=${awsSecret}`)).toBe('AWS_SECRET_ACCESS_KEY=[redacted: secret]');
  });
});

test('the two ways to call it say the same', async () => {
  const given = `DB_PASSWORD=Winter2024! and ${github}`;
  expect(await redact(given)).toEqual(redactSync(given));
});

test('an ordinary text comes back as it was', () => {
  const given =
    'We pass the key to the worker; the password field must be 12 characters, the token is 3600s old.';
  expect(redactSync(given)).toEqual({ text: given, found: [] });
});

test('redacting twice changes nothing', () => {
  const words = [
    'password',
    'token',
    '=',
    ': ',
    '"',
    "'",
    ' is ',
    '\n',
    'api_key',
    'secret',
    github,
    'Winter2024!',
    'x',
    '://',
    'a:',
    '@db',
    '--',
    'Bearer ',
    begin,
    row,
    ', ',
    '{',
    '}',
    '(',
    ')',
    '[redacted: password]',
    '&',
    ';',
    '\\',
    'eyJ',
    '<',
    '>',
    'curl -u ',
    'kty',
    '"d":"',
    '비밀번호',
    '😀',
  ];
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 6 })), { maxLength: 25 }),
      (parts) => {
        const once = text(parts.join(''));
        expect(text(once)).toBe(once);
      },
    ),
    { numRuns: runs(500) },
  );
});

test('text between secrets is never touched', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
      const plain = words.join(' ');
      fc.pre(text(plain) === plain);
      expect(text(`${plain} ${github} ${plain}`)).toBe(`${plain} [redacted: github token] ${plain}`);
    }),
    { numRuns: runs(100) },
  );
});

describe('a long text made to hurt takes no longer than its length says', () => {
  test.each([
    'a',
    'aB3/',
    'password=',
    'password="',
    'password: ',
    "password='",
    'pass:',
    'token ',
    'key',
    begin,
    `${begin}\n${row.slice(0, 20)}\n`,
    'sk-',
    'xoxb-',
    'eyJhbGciOi.',
    '://',
    'http://a:',
    'Bearer ',
    'authorization: ',
    'curl -u ',
    'mysql ',
    'kty ',
    'LS0tLS1CRUdJTi',
    '<password ',
    '[redacted: password] ',
    'password=[redacted: password] ',
    '비밀번호',
    'cookie: a=',
    'session-token=',
    '"httponly":1,"value":"aaaaaaaa",',
    "insert into a (password) values ('",
    'a,password\n',
    'copy a (password) from stdin\n',
    'kind: secret\ndata:\n  a: b\n',
    'mot de passe de ',
    'with aaaaaaaa as password ',
    'user a password ',
    '$6$a$',
    `${row.slice(0, 40)}\n${end}\n`,
    'M.aaaaaa.',
    'a = b\npassword = c\n',
    '\u200b',
    '\r',
    '"',
    '\\',
    ' ',
    '\n',
  ])('%j', (part) => expectLinear((size) => redactSync(part.repeat(size / part.length)), 100_000));
});
