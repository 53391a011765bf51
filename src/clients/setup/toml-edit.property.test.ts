import fc from 'fast-check';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { tomlDocument } from '../../base/toml/testing/documents.ts';
import type { SettingsEntry } from './entry.ts';
import { cutFromToml, putIntoToml } from './toml-edit.ts';

const isOurs = (value: unknown): boolean => JSON.stringify(value ?? null).includes('sqrl.mjs');
const server = (script: string) => ({
  command: '/opt/node',
  args: [script, 'mcp'],
  env: { HOME: '/a "b" ü' },
});
const entries: SettingsEntry[] = [
  { at: ['mcp_servers', 'squirrel'], value: server('/opt/a b/sqrl.mjs'), ours: isOurs },
];

test('a table put into any TOML and taken out again leaves the same bytes', () => {
  fc.assert(
    fc.property(tomlDocument, (text) => {
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
    fc.property(tomlDocument, (text) => {
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
  ['mcp_servers = { other = { command = "x" } }\n', 1, 'cannot be extended'],
  ['\n[mcp_servers.squirrel]\ncommand = "theirs"\n', 2, 'was not added by Squirrel'],
  ['a = 1\nb = = 2\n', 2, 'not valid TOML'],
])('%j is refused with its line', (text, line, because) => {
  expect(() => putIntoToml(text, entries)).toThrow(
    expect.objectContaining({ line, message: expect.stringContaining(because) }),
  );
});
