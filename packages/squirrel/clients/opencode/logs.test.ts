import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log, PieceResult, RawEvent } from '@sqrl/base/model/reader.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixturesOf } from '../reading/testing/fixtures.ts';
import { kept, readEvents, takeAll } from '../reading/testing/read-whole.ts';
import { opencodeLogs } from './logs.ts';

/** A copy of what opencode left after it had made a failing test pass, to which a test may do what opencode would. */
function aDatabase(scenario = 'fix'): { log: Log; db: DatabaseSync } {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-opencode-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'opencode.db');
  const [original] = opencodeLogs.find(fixturesOf('opencode').find(({ name }) => name === scenario)!.folders);
  copyFileSync(original!.path, path);
  const db = new DatabaseSync(path);
  onTestFinished(() => db.close());
  db.exec('pragma journal_mode = wal; pragma foreign_keys = off');
  return { log: { client: 'opencode', path, form: 'database' }, db };
}

function read(log: Log, state?: unknown): { taken: PieceResult[]; events: RawEvent[]; state: unknown } {
  const reading = opencodeLogs.open(log, state);
  const taken = takeAll(reading, [...opencodeLogs.changes!(log, state)]);
  return { taken, events: readEvents(taken), state: kept(reading.state()) };
}

const keys = (events: readonly RawEvent[]): string[] => events.map(({ key }) => key);

describe('a database that opencode is writing', () => {
  test('gives what is new since the last time, and nothing twice', () => {
    const { log, db } = aDatabase();
    const all = read(log);
    expect(read(log, all.state).events).toEqual([]);

    const last = db.prepare('select * from message order by rowid desc limit 1').get()!;
    const later = Number(last.time_created) + 1000;
    const data = { role: 'user', time: { created: later }, agent: 'build' };
    db.prepare('insert into message values (?, ?, ?, ?, ?)').run(
      'msg_zz1',
      last.session_id!,
      later,
      later,
      JSON.stringify(data),
    );
    expect(read(log, all.state).events, 'its text is still to come').toEqual([]);
    const waiting = read(log, all.state).state;
    db.prepare('insert into part values (?, ?, ?, ?, ?, ?)').run(
      'prt_zz1',
      'msg_zz1',
      last.session_id!,
      later,
      later,
      JSON.stringify({ type: 'text', text: 'And now?' }),
    );
    const answer = { role: 'assistant', time: { created: later + 1 }, path: { cwd: '/home/dev/tiny' } };
    db.prepare('insert into message values (?, ?, ?, ?, ?)').run(
      'msg_zz2',
      last.session_id!,
      later + 1,
      later + 1,
      JSON.stringify(answer),
    );
    const asked = read(log, waiting);
    expect(asked.events).toMatchObject([{ kind: 'prompt', text: 'And now?' }]);

    const tool = {
      type: 'tool',
      tool: 'bash',
      callID: 'c',
      state: { status: 'running', input: { command: 'ls' }, time: { start: later + 2 } },
    };
    db.prepare('insert into part values (?, ?, ?, ?, ?, ?)').run(
      'prt_zz2',
      'msg_zz2',
      last.session_id!,
      later,
      later,
      JSON.stringify(tool),
    );
    expect(read(log, asked.state).events, 'the tool is still at work').toEqual([]);
    Object.assign(tool.state, {
      status: 'completed',
      output: 'a.js',
      metadata: { exit: 0 },
      time: { start: later + 2, end: later + 9 },
    });
    db.prepare(`update part set data = ? where id = 'prt_zz2'`).run(JSON.stringify(tool));
    Object.assign(answer.time, { completed: later + 10 });
    db.prepare(`update message set data = ? where id = 'msg_zz2'`).run(JSON.stringify(answer));
    const done = read(log, kept(asked.state));
    expect(done.events).toMatchObject([{ kind: 'call' }, { kind: 'result', outcome: 'ok', durationMs: 7 }]);
    expect(read(log, done.state).events).toEqual([]);
  });

  test('gives what was put in the place of messages that were undone', () => {
    const { log, db } = aDatabase();
    const before = read(log);
    const last = db.prepare('select rowid as row, * from message order by rowid desc limit 1').get()!;
    db.exec(`delete from message where rowid >= ${Number(last.row) - 1}`);
    const later = Number(last.time_updated) + 5000;
    for (const [i, role] of ['user', 'assistant', 'assistant'].entries()) {
      const data = { role, time: { created: later + i, completed: later + i } };
      db.prepare('insert into message values (?, ?, ?, ?, ?)').run(
        `msg_zz${i}`,
        last.session_id!,
        later + i,
        later + i,
        JSON.stringify(data),
      );
      db.prepare('insert into part values (?, ?, ?, ?, ?, ?)').run(
        `prt_zz${i}`,
        `msg_zz${i}`,
        last.session_id!,
        later,
        later,
        JSON.stringify({ type: 'text', text: `again ${i}` }),
      );
    }
    const known = new Set(keys(before.events));
    expect(
      read(log, before.state)
        .events.filter(({ key }) => !known.has(key))
        .map(({ text }) => text),
    ).toEqual(['again 0', 'again 1', 'again 2']);
  });

  test('tells a fork once, and where it came from', () => {
    const { log, db } = aDatabase('fork');
    const both = read(log);
    expect(new Set(keys(both.events)).size).toBe(both.events.length);
    const sessions = db.prepare('select * from session order by time_created').all();
    expect(sessions).toHaveLength(2);
    const [original, fork] = sessions.map(({ id }) => String(id));
    expect(both.taken.find(({ session }) => session?.id === fork)!.session!.forkedFrom).toBe(original);
    const first = both.events.filter(({ session }) => session === original);
    const own = both.events.filter(({ session }) => session === fork);
    expect(first.length).toBeGreaterThan(own.length);
    expect(own.length).toBeGreaterThan(0);

    // Where its original is gone the fork is all there is, and its steps are the same ones.
    db.prepare('delete from session where id = ?').run(original!);
    db.prepare('delete from part where session_id = ?').run(original!);
    db.prepare('delete from message where session_id = ?').run(original!);
    const orphan = read(log);
    expect(keys(orphan.events)).toEqual(keys([...first, ...own]));
    expect(new Set(orphan.events.map(({ session }) => session))).toEqual(new Set([fork]));
  });

  test('counts records of a kind that nobody can read yet', () => {
    const { log, db } = aDatabase();
    db.exec(`insert into session_message (id, session_id, type, seq, time_created, time_updated, data)
      select 'x1', id, 'prompt', 1, 1, 1, '{}' from session limit 1`);
    const { taken, state } = read(log);
    expect(taken.filter(({ fate }) => fate === 'unknown')).toMatchObject([
      { type: 'session_message/prompt' },
    ]);
    expect(read(log, state).taken).toEqual([]);
  });

  test('that is damaged in one row costs that row', () => {
    const { log, db } = aDatabase();
    const whole = read(log).events;
    db.exec(
      `update part set data = '{"type":' where rowid = (select min(rowid) from part where data like '%"tool"%')`,
    );
    const { events, taken } = read(log);
    expect(taken.filter(({ fate }) => fate === 'broken')).toHaveLength(1);
    expect(events.length).toBe(whole.length - 2);
  });
});

describe('how a call ended', () => {
  const ended = (state: object): RawEvent => {
    const { log, db } = aDatabase();
    const row = db
      .prepare(`select rowid as row, data from part where data ->> '$.tool' = 'bash' limit 1`)
      .get()!;
    const part = JSON.parse(String(row.data));
    part.state = { ...part.state, ...state };
    db.prepare('update part set data = ? where rowid = ?').run(JSON.stringify(part), row.row!);
    return read(log).events.find(({ kind, tool }) => kind === 'result' && tool === 'run')!;
  };

  test.each([
    [{ status: 'error', error: 'The user rejected permission to use this specific tool call.' }, 'rejected'],
    [
      {
        status: 'error',
        error:
          'The user rejected permission to use this specific tool call with the following feedback: use pnpm',
      },
      'rejected',
    ],
    [{ status: 'error', error: 'Tool execution aborted', metadata: { interrupted: true } }, 'interrupted'],
    [{ status: 'error', error: 'ENOENT: no such file' }, 'failed'],
    [{ status: 'completed', output: 'x', metadata: { exit: 2 } }, 'failed'],
    [{ status: 'completed', output: 'x', metadata: { exit: 0 } }, 'ok'],
    [
      {
        status: 'completed',
        output: 'x\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>',
        metadata: { exit: null },
      },
      'interrupted',
    ],
    [{ status: 'running' }, 'interrupted'],
  ])('%j', (state, outcome) => expect(ended(state).outcome).toBe(outcome));

  test('a person who says why is heard', () => {
    const { text } = ended({
      status: 'error',
      error:
        'The user rejected permission to use this specific tool call with the following feedback: use pnpm',
    });
    expect(text).toContain('use pnpm');
  });
});
