import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, parseText } from './json.ts';
import { openPending } from './pending.ts';
import { countOrNull, into, lineRange, listOrEmpty, record, textOrEmpty, timeOrNull } from './record.ts';
import { mcp, toolOf } from './tools.ts';

test('whatever stands where something else should, nothing is made of it', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(typeof textOrEmpty(value)).toBe('string');
      expect(Array.isArray(listOrEmpty(value))).toBe(true);
      expect(typeof record(value)).toBe('object');
      expect(() => [timeOrNull(value), countOrNull(value), into(value, 'a', 'b')]).not.toThrow();
    }),
  );
  expect(into({ a: { b: 1 } }, 'a', 'b')).toBe(1);
  expect(into({}, 'constructor')).toBeUndefined();
});

test('a time is read in any of its forms, and nonsense is none', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2015-01-02'), max: new Date('2099-12-30'), noInvalidDate: true }),
      (date) => {
        expect(timeOrNull(date.toISOString())).toBe(date.getTime());
        expect(timeOrNull(date.getTime())).toBe(date.getTime());
        expect(timeOrNull(Math.trunc(date.getTime() / 1000))).toBe(Math.trunc(date.getTime() / 1000) * 1000);
      },
    ),
  );
  expect(timeOrNull('2026-02-19T10:51:41+01:00')).toBe(Date.UTC(2026, 1, 19, 9, 51, 41));
  for (const nonsense of [
    '',
    'soon',
    '2026-0x-19T09:51:41.590Z',
    -1,
    1e300,
    Number.NaN,
    null,
    {},
    '1970-01-01T00:00:00.000Z',
  ])
    expect(timeOrNull(nonsense)).toBeNull();
});

test('valid JSON is read as it is, whatever stands before it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('', '\0\0', '\ufeff', '\0\ufeff'), (value, before) => {
      expect(parseJson(Buffer.from(before + JSON.stringify(value)))).toEqual(
        JSON.parse(JSON.stringify(value)),
      );
    }),
  );
});

test('an escape that JSON does not know is the backslash it was meant to be', () => {
  expect(parseText(String.raw`{"a":"C:\ x \x41 \u12 \\ \n \q"}`)).toEqual({
    a: 'C:\\ x \\x41 \\u12 \\ \n \\q',
  });
  expect(parseText('{"a":"one\ttwo"}')).toEqual({ a: 'one two' });
  expect(parseText('{"a":')).toBeUndefined();
});

test('bytes of any kind give JSON or nothing', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void parseJson(bytes)));
  expect(parseJson(Buffer.from([0x22, 0xff, 0x22]))).toBe('\ufffd');
});

test('calls without results are given up, the oldest first', () => {
  const pending = openPending();
  for (let i = 0; i < 1000; i++)
    pending.put(`call ${i}`, { tool: 'run', toolName: 'Bash', command: 'x'.repeat(9000), files: [], at: i });
  const again = openPending(JSON.parse(JSON.stringify(pending.state())));
  expect(again.get('call 0')).toBeUndefined();
  expect(again.get('call 999')).toEqual(pending.get('call 999'));
  expect(again.get('call 999')!.command!.length).toBe(2000);
});

test('tools go by what they do, and those of a server by its name', () => {
  expect(toolOf('claude-code', 'MultiEdit')).toBe('edit');
  expect(toolOf('claude-code', 'mcp__memo__recall')).toBe(mcp('memo', 'recall'));
  expect(toolOf('claude-code', 'mcp__plugin_memo_memo__recall_all')).toBe('mcp:plugin_memo_memo/recall_all');
  expect(toolOf('codex', 'exec_command')).toBe('run');
  expect(toolOf('gemini', 'mcp_memo_recall')).toBe('mcp:memo/recall');
  expect(toolOf('opencode', 'webfetch')).toBe('fetch');
  expect(toolOf('opencode', 'memo_recall')).toBe('mcp:memo/recall');
  expect(toolOf('copilot', 'memo-recall')).toBe('mcp:memo/recall');
  // To look up which tools there are brings nothing from outside, as an unknown tool may.
  expect(toolOf('claude-code', 'ToolSearch')).toBe('plan');
  expect(toolOf('codex', 'tool_search')).toBe('plan');
  expect(toolOf('claude-code', 'Teleport')).toBe('other');
});

test('lines are told by first and last, or not at all', () => {
  expect(lineRange(11, 20)).toEqual([11, 30]);
  expect(lineRange(1, 0)).toEqual([1, 1]);
  for (const [from, lines] of [
    [0, 3],
    [1.5, 2],
    [null, 2],
    [3, -1],
    ['1', '2'],
  ])
    expect(lineRange(from, lines)).toBeNull();
});
