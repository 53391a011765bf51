import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CHANGING_WAYS } from '@sqrl/base/model/event.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { addEvents, eventsOf, type NewEvent } from '@sqrl/squirrel/store/events/events.ts';
import { sessionsWhere } from '@sqrl/squirrel/store/events/sessions.ts';

/** A session that is replayed: what was asked first, and what it went on to edit. */
export interface Replayed {
  id: string;
  /** When it was asked. */
  at: number;
  prompt: string;
  /** Files of the repository that it edited with success. */
  edited: string[];
  /** Those of them that nothing before it knew and that it wrote without having read them. */
  made: Set<string>;
  /** Edited files outside of the repository, which are not counted. */
  outside: number;
}

/** The sessions of a project that edit something, in the order in which they began. */
export function replayed(store: Store): Replayed[] {
  const known = firstKnown(store);
  return sessionsWhere(store)
    .filter(({ client }) => client !== 'git' && client !== 'ci')
    .flatMap((session) => {
      const events = eventsOf(store, session.row);
      const first = events.find(
        ({ kind, agent, text }) => kind === 'prompt' && agent === null && text.trim() !== '',
      );
      if (!first) return [];
      const edited = new Set<string>();
      const outside = new Set<string>();
      const read = new Set<string>();
      const made = new Set<string>();
      for (const { kind, outcome, files, at } of events) {
        if (kind !== 'result' || outcome !== 'ok' || at < first.at) continue;
        for (const { path, way, outside: away } of files)
          if (way === 'read') read.add(path);
          else if (CHANGING_WAYS.has(way)) {
            if (
              !away &&
              !edited.has(path) &&
              way === 'write' &&
              !read.has(path) &&
              !((known.get(path) ?? Infinity) < first.at)
            )
              made.add(path);
            (away ? outside : edited).add(path);
          }
      }
      return [
        {
          id: session.id,
          at: first.at,
          prompt: first.text,
          edited: [...edited],
          made,
          outside: outside.size,
        },
      ];
    })
    .filter(({ edited }) => edited.length > 0)
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** When each file was first mentioned. */
function firstKnown(store: Store): Map<string, number> {
  const known = new Map<string, number>();
  for (const { row } of sessionsWhere(store))
    for (const { at, files } of eventsOf(store, row))
      for (const { path } of files) known.set(path, Math.min(at, known.get(path) ?? at));
  return known;
}

/** Puts the commits of a file (`commit, date, subject, files` a line) into a store, as if git had told them. */
export function addCommits(store: Store, file: string): number {
  const commits = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as { commit: string; date: string; subject: string; files: string[] });
  const events = commits.map(
    ({ commit, date, subject, files }, place): NewEvent => ({
      id: createHash('sha256').update(commit).digest('hex').slice(0, 32),
      session: 'git',
      agent: null,
      at: Date.parse(date),
      kind: 'commit',
      tool: null,
      toolName: 'commit',
      call: null,
      command: commit,
      files: files.map((path) => ({ path, outside: false, way: 'edit', lines: null })),
      outcome: 'ok',
      exitCode: null,
      text: subject,
      length: subject.length,
      hash: null,
      tokens: null,
      durationMs: null,
      model: null,
      branch: null,
      offset: place,
      bytes: 0,
      part: 0,
    }),
  );
  const sessions = new Map([['git', { id: 'git', beganAt: Math.min(...events.map(({ at }) => at)) }]]);
  store.transaction(() => addEvents(store, { client: 'git', log: file, sessions, events }));
  return events.length;
}
