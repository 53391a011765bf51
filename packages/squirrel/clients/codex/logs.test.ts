import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fixturesOf, foldersIn } from '../reading/testing/fixtures.ts';
import { logPieces, rawLines, readEvents, takeAll } from '../reading/testing/read-whole.ts';
import { codexLogs } from './logs.ts';

const fixtures = fixturesOf('codex');
const logs = fixtures.flatMap(({ folders }) => codexLogs.find(folders));

test('a rollout that Codex packed says what it said before', () => {
  const home = mkdtempSync(join(tmpdir(), 'sqrl-codex-'));
  try {
    for (const { path } of logs) {
      const folder = join(home, '.codex/sessions/2026/11/15');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${basename(path)}.zst`), zstdCompressSync(readFileSync(path)));
    }
    const packed = codexLogs.find(foldersIn(home));
    expect(packed.map(({ form }) => form)).toEqual(logs.map(() => 'document'));
    const told = (log: (typeof logs)[number]) =>
      readEvents(takeAll(codexLogs.open(log), logPieces(codexLogs, log)));
    expect(packed.flatMap(told)).toEqual(
      packed.flatMap(({ path }) => told(logs.find((log) => path.includes(basename(log.path)))!)),
    );
    // Whole again, it is not to be read twice.
    const again = packed[0]!.path.slice(0, -'.zst'.length);
    writeFileSync(again, '');
    expect(codexLogs.find(foldersIn(home)).filter(({ path }) => path.startsWith(again))).toEqual([
      { client: 'codex', path: again, form: 'lines' },
    ]);
  } finally {
    rmSync(home, { recursive: true });
  }
});

test('damaged packing costs the document only', () => {
  const bytes = zstdCompressSync(Buffer.from('{"type":"session_meta"}\n')).subarray(0, 12);
  expect(codexLogs.open({ ...logs[0]!, form: 'document' }).take({ bytes, offset: 0 })).toMatchObject({
    fate: 'broken',
  });
});

test('all tokens that Codex counted are found on the steps, once', () => {
  for (const log of logs) {
    const counted = rawLines(readFileSync(log.path))
      .map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()))
      .filter(({ type }) => type === 'token_usage_record')
      .reduce((sum, { payload }) => sum + payload.usage.input_tokens + payload.usage.output_tokens, 0);
    const events = readEvents(takeAll(codexLogs.open(log), logPieces(codexLogs, log)));
    const found = events
      .flatMap(({ tokens }) => tokens ?? [])
      .reduce((sum, { input, output }) => sum + input + output, 0);
    expect(found).toBe(counted);
    const notices = events.filter(({ kind, tokens }) => kind === 'notice' && tokens !== null).length;
    const replies = events.filter(({ kind }) => ['reply', 'compaction'].includes(kind)).length;
    expect(notices, 'only of answers that end a turn').toBeLessThanOrEqual(replies + 1);
    const first = events.find(({ kind, tool }) => kind === 'result' && tool !== 'web search');
    if (first) expect(first.tokens).not.toBeNull();
  }
});
