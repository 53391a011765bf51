import fc from 'fast-check';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import type { Entry } from './entry.ts';
import { cutFromToml, cutOnce, putIntoToml } from './toml-edit.ts';
import { setInToml, unsetInToml } from './toml-set.ts';

const isOurs = (value: unknown): boolean => JSON.stringify(value ?? null).includes('sqrl.mjs');
const server = (script: string) => ({
  command: '/opt/node',
  args: [script, 'mcp'],
  env: { HOME: '/a "b" ü' },
});
const entries: Entry[] = [
  { at: ['mcp_servers', 'squirrel'], value: server('/opt/a b/sqrl.mjs'), ours: isOurs },
];

const remark = fc.constantFrom('', '', ' # remark', '# = [x] "remark');
const value = fc.oneof(
  fc.constantFrom(
    '1',
    '1979-05-27T07:32:00Z',
    "'a # b'",
    '"""x\n] = "y" #\\""""',
    "'''\n[not.a.table]\n'''",
    '[1, # remark\n  2,\n]',
    '{ a = 1, "b.c" = [ "#" ] }',
    'true',
    '"\\"[x]"',
  ),
);
const keys = ['model', '"a b"', "'c.d'", 'e-f', 'x.y', '"ü"'];
const tables = ['features', 'mcp_servers.other', 'mcp_servers', 'a."b.c"', 'projects."/home/x"', 'a . b'];

const statements = (names: readonly string[]) =>
  fc
    .tuple(fc.subarray([...names]), fc.array(fc.tuple(value, remark), { minLength: 6, maxLength: 6 }))
    .map(([chosen, rest]) => chosen.map((name, i) => `${name} = ${rest[i]![0]}${rest[i]![1]}`));

/** A text of keys, tables and comments in any order that TOML allows. */
const document = fc
  .tuple(
    statements(keys),
    fc.subarray(tables),
    fc.array(fc.tuple(statements(keys), remark, remark), { minLength: 6, maxLength: 6 }),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '\n', '\n\n', '\n# the end', '   '),
    fc.constantFrom('', '\uFEFF', '# a file\n\n'),
  )
  .map(([top, heads, rest, eol, end, begin]) => {
    const below = heads.flatMap((head, i) => [rest[i]![2], `[${head}]${rest[i]![1]}`, ...rest[i]![0]]);
    return begin + [...top, ...below].join('\n').replaceAll('\n', eol) + end;
  })
  .filter((text) => {
    try {
      return parse(text.replace(/^\uFEFF/, '')) !== undefined;
    } catch {
      return false;
    }
  });

test('a table put into any TOML and taken out again leaves the same bytes', () => {
  fc.assert(
    fc.property(document, (text) => {
      const { text: edited, pieces } = putIntoToml(text, entries);
      expect(parse(edited.replace(/^\uFEFF/, ''))).toMatchObject({
        mcp_servers: { squirrel: entries[0]!.value },
      });
      expect(putIntoToml(edited, entries, pieces)).toEqual({ text: edited, pieces });
      expect(putIntoToml(edited, entries).text).toBe(edited);
      expect(cutFromToml(edited, entries, pieces)).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test('where a person went on editing, or nothing was noted, only the table goes', () => {
  fc.assert(
    fc.property(document, (text) => {
      const { text: edited, pieces } = putIntoToml(text, entries);
      const later = `${edited}\n[later]\nx = 1 # theirs\n`;
      for (const noted of [pieces, []]) {
        const rest = cutFromToml(later, entries, noted);
        expect(rest).toContain('x = 1 # theirs');
        expect(rest.startsWith(text.trimEnd())).toBe(true);
        expect(rest).not.toContain('sqrl.mjs');
        const wanted = parse(`${text.replace(/^\uFEFF/, '')}\n[later]\nx = 1\n`);
        expect(parse(rest.replace(/^\uFEFF/, ''))).toEqual(wanted);
      }
    }),
    { numRuns: 300 },
  );
});

test('a key that is set changes nothing else, and its piece can be cut out again', () => {
  fc.assert(
    fc.property(document, fc.constantFrom('daemon', 'features'), (text, table) => {
      const { text: edited, pieces } = setInToml(text, [table, 'start'], true);
      const data = parse(edited.replace(/^\uFEFF/, '')) as Record<string, object>;
      const before = parse(text.replace(/^\uFEFF/, '')) as Record<string, object>;
      expect(data).toEqual({ ...before, [table]: { ...before[table], start: true } });
      expect(pieces.reduce((rest, piece) => cutOnce(rest, piece.text), edited)).toBe(text);
      expect(setInToml(edited, [table, 'start'], true).text).toBe(edited);
      expect(setInToml(setInToml(edited, [table, 'start'], false).text, [table, 'start'], true).text).toBe(
        edited,
      );
      const unset = parse(unsetInToml(edited, [table, 'start']).replace(/^\uFEFF/, '')) as Record<
        string,
        object
      >;
      expect({ [table]: {}, ...unset }).toEqual({ [table]: {}, ...before });
    }),
    { numRuns: 500 },
  );
});

test('an upgrade replaces what is ours and keeps what a person wrote into it', () => {
  const { text, pieces } = putIntoToml('model = "x" # mine\n', entries);
  const changed = `${text}startup_timeout_sec = 20\n\n[after]\n`;
  const newer = [{ ...entries[0]!, value: server('/new/sqrl.mjs') }];
  expect(putIntoToml(changed, newer, pieces).text).toBe(
    'model = "x" # mine\n\n\n[after]\n\n[mcp_servers.squirrel]\ncommand = "/opt/node"\nargs = ["/new/sqrl.mjs", "mcp"]\n' +
      'env = { HOME = "/a \\"b\\" ü" }\nstartup_timeout_sec = 20\n',
  );
});

test.each([
  ['mcp_servers = { other = { command = "x" } }\n', 1, 'nothing can be added to'],
  ['\n[mcp_servers.squirrel]\ncommand = "theirs"\n', 2, 'is not ours'],
  ['a = 1\nb = = 2\n', 2, 'not valid TOML'],
])('%j is refused with its line', (text, line, because) => {
  expect(() => putIntoToml(text, entries)).toThrow(
    expect.objectContaining({ line, message: expect.stringContaining(because) }),
  );
});
