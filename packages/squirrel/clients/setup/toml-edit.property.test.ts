import { runs } from '@sqrl/base/testing/runs.ts';
import { tomlDocument } from '@sqrl/base/toml/testing/documents.ts';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import type { SettingsEntry } from './client.ts';
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

test('a table put into any TOML stands there once, and can be taken out again', () => {
  fc.assert(
    fc.property(tomlDocument, (text) => {
      const edited = putIntoToml(text, entries);
      expect(parse(edited.replace(/^\uFEFF/, ''))).toMatchObject({
        mcp_servers: { squirrel: entries[0]!.value },
      });
      expect(putIntoToml(edited, entries)).toBe(edited);
      expect(cutFromToml(edited, entries).trimEnd()).toBe(text.trimEnd());
      // Where a person went on editing, only the table goes.
      const rest = cutFromToml(`${edited}\n[later]\nx = 1 # theirs\n`, entries);
      expect(rest).toContain('x = 1 # theirs');
      expect(rest.startsWith(text.trimEnd())).toBe(true);
      expect(rest).not.toContain('sqrl.mjs');
      const wanted = parse(`${text.replace(/^\uFEFF/, '')}\n[later]\nx = 1\n`);
      expect(parse(rest.replace(/^\uFEFF/, ''))).toEqual(wanted);
    }),
    { numRuns: runs(100) },
  );
});

test('an upgrade replaces what is ours and keeps what a person wrote into it', () => {
  const text = putIntoToml('model = "x" # mine\n', entries);
  const changed = `${text}startup_timeout_sec = 20\n\n[after]\n`;
  const newer = [{ ...entries[0]!, value: server('/new/sqrl.mjs') }];
  expect(putIntoToml(changed, newer)).toBe(
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
