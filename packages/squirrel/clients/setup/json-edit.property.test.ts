import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import type { SettingsEntry } from './client.ts';
import { cutFromJson } from './json-cut.ts';
import { putIntoJson } from './json-edit.ts';

const isOurs = (value: unknown): boolean => JSON.stringify(value ?? null).includes('/opt/squirrel/');
const hook = (event: string) => ({ hooks: [{ type: 'command', command: `/opt/squirrel/hook.js ${event}` }] });
const entries: SettingsEntry[] = [
  {
    at: ['mcpServers', 'squirrel'],
    value: { command: '/opt/node', args: ['/opt/squirrel/sqrl.mjs'] },
    ours: isOurs,
  },
  { at: ['hooks', 'Stop'], value: hook('Stop'), item: true, ours: isOurs },
  {
    at: ['hooks', 'PreToolUse'],
    value: { matcher: 'Bash', ...hook('PreToolUse') },
    item: true,
    ours: isOurs,
  },
];

const put = (text: string) => putIntoJson(text, entries);

/** Space and comments of any kind, as people leave them between two signs. */
const trivia = fc
  .array(
    fc.constantFrom(
      '',
      '',
      '',
      ' ',
      '\t',
      '\n',
      '\r\n',
      '\n\n  ',
      '/* remark */',
      ' // remark\n',
      '/* two\nlines */',
    ),
    {
      maxLength: 2,
    },
  )
  .map((parts) => parts.join(''));

const name = fc.oneof(fc.constantFrom('a', 'model', 'ünï "x"', ''), fc.string({ unit: 'grapheme' }));
const scalar = fc.oneof(
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom('1', '-2.5e3', 'true', 'null'),
);

/** A list of members between brackets, each with whatever stands around it. */
const bracketed = (open: string, close: string, members: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(fc.tuple(trivia, members, trivia), { maxLength: 3 }), trivia, fc.boolean())
    .map(([all, inner, trailing]) => {
      const written = all.map(([before, member, after]) => before + member + after).join(',');
      return `${open}${written}${trailing && all.length > 0 ? ',' : ''}${inner}${close}`;
    });

const property = (key: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  fc.tuple(key, trivia, trivia, value).map(([k, a, b, v]) => `${JSON.stringify(k)}${a}:${b}${v}`);

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    bracketed('{', '}', property(name, tie('value'))),
    bracketed('[', ']', tie('value')),
  ),
}));

/** A document that may hold, in any place and shape, what ours has to stand beside. */
const document = fc
  .tuple(
    fc.uniqueArray(
      fc.oneof(
        property(name, value).map((text) => ({ key: text, text })),
        property(fc.constant('mcpServers'), bracketed('{', '}', property(name, value))).map((text) => ({
          key: 'mcpServers',
          text,
        })),
        property(
          fc.constant('hooks'),
          bracketed('{', '}', property(fc.constant('Stop'), bracketed('[', ']', value))).filter(
            (text) => text.split('"Stop"').length <= 2,
          ),
        ).map((text) => ({ key: 'hooks', text })),
      ),
      { selector: ({ key }) => key, maxLength: 4 },
    ),
    trivia,
    trivia,
    fc.array(trivia, { minLength: 8, maxLength: 8 }),
    fc.boolean(),
  )
  .map(([members, before, after, around, trailing]) => {
    const body = members.map(({ text }, i) => around[i * 2] + text + around[i * 2 + 1]).join(',');
    return `${before}{${body}${trailing && members.length > 0 ? ',' : ''}${around[7]}}${after}`;
  });

const data = (text: string) => parse(text, [], { allowTrailingComma: true });
const commentsOf = (text: string) => [...text.matchAll(/remark|two\nlines/g)].length;

test('what is put into any JSON with comments can be taken out again, and nothing else goes', () => {
  fc.assert(
    fc.property(document, (text) => {
      const rest = cutFromJson(put(text), entries, text);
      expect(data(rest)).toEqual(data(text));
      expect(commentsOf(rest)).toBe(commentsOf(text));
    }),
    { numRuns: runs(100) },
  );
});

test('everything else says what it said, comments too, and ours is there once', () => {
  fc.assert(
    fc.property(document, (text) => {
      const edited = put(text);
      expect(put(edited)).toBe(edited);
      expect(commentsOf(edited)).toBe(commentsOf(text));
      const now = data(edited);
      expect(now.mcpServers.squirrel).toEqual(entries[0]!.value);
      expect(now.hooks.Stop.at(-1)).toEqual(entries[1]!.value);
      const before = data(text);
      for (const key of Object.keys(before))
        if (key !== 'hooks' && key !== 'mcpServers') expect(now[key]).toEqual(before[key]);
      expect(now.hooks.Stop.slice(0, -1)).toEqual(before.hooks?.Stop ?? []);
    }),
    { numRuns: runs(75) },
  );
});

test('another version replaces ours and nothing else', () => {
  const moved = entries.map((entry) => ({
    ...entry,
    value: JSON.parse(JSON.stringify(entry.value).replaceAll('/opt/squirrel/', '/opt/squirrel/v2/')),
  }));
  fc.assert(
    fc.property(document, (text) => {
      const edited = putIntoJson(put(text), moved);
      expect(edited).not.toContain('/opt/squirrel/sqrl.mjs');
      expect(data(cutFromJson(edited, moved, text))).toEqual(data(text));
    }),
    { numRuns: runs(50) },
  );
});

/** Without the prototype that a key named `__proto__` gives an object when it is read. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as object;

test('where a person went on editing, only ours goes', () => {
  fc.assert(
    fc.property(document, fc.boolean(), (text, isNoted) => {
      const theirs: SettingsEntry[] = [
        { at: ['theirs'], value: [1, { two: 2 }], ours: (value: unknown) => Array.isArray(value) },
        {
          at: ['hooks', 'Stop'],
          value: { hooks: [] },
          item: true,
          ours: (value: unknown) => JSON.stringify(value) === '{"hooks":[]}',
        },
        {
          at: ['mcpServers', 'other'],
          value: { command: 'x' },
          ours: (value: unknown) => JSON.stringify(value).includes('"x"'),
        },
      ].filter(
        ({ at }) =>
          !(at.length === 1 && data(text).theirs !== undefined) && data(text).mcpServers?.other === undefined,
      );
      const later = putIntoJson(put(text), theirs);
      const rest = cutFromJson(later, entries, isNoted ? text : undefined);
      expect(rest).not.toContain('/opt/squirrel/');
      expect(commentsOf(rest)).toBe(commentsOf(text));
      const wanted = data(putIntoJson(text, theirs));
      if (isNoted) expect(data(rest)).toEqual(wanted);
      else expect(plain(data(rest))).toMatchObject(plain(wanted));
    }),
    { numRuns: runs(75) },
  );
});
