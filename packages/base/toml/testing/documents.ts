import fc from 'fast-check';
import { parse } from 'smol-toml';

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
export const tomlDocument = fc
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
