import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { questionWords } from '@sqrl/squirrel/store/memory/words.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';

interface Message {
  event: string;
  session: string;
  agent: string | null;
  text: string;
  path: string;
  offset: number;
}

/** Every message of the sessions that were read, by a number of its own. */
export interface Messages {
  /** The message of an event, by its id or the first twelve digits of it. */
  placeOf(event: string): number | undefined;
  /** The messages of a line of a log; the file's name may end in .gz. */
  at(file: string, line: number): number[];
  sessionOf(place: number): string;
  beside(place: number): number[];
  /** Plain BM25 over whole messages, best first. */
  byWords(question: string): number[];
}

/** Reads all messages that an engine has. */
export function messagesIn({ indexedStores }: Engine): Messages {
  const all = indexedStores.flatMap(
    ({ store }, i) =>
      store
        .sql(
          `select lower(hex(event.id)) as event, ? || '/' || event.session as session, event.agent, event.text, log.path, event.offset
             from event join log on log.row = event.log
            where event.kind in ('prompt', 'reply') or event.kind = 'result' and event.tool = 'ask'
            order by event.session, event.agent, event.at, event.offset, event.part`,
        )
        .all(i) as unknown as Message[],
  );
  const places = new Map(all.map(({ event }, place) => [event.slice(0, 12), place]));
  const lines = new Map<string, number[]>();
  all.forEach(({ path, offset }, place) => {
    const key = `${nameOf(path)} ${lineAt(path, offset)}`;
    lines.set(key, [...(lines.get(key) ?? []), place]);
  });
  const words = wordsOf(all);
  return {
    placeOf: (event) => places.get(event.slice(0, 12)),
    at: (file, line) => lines.get(`${nameOf(file)} ${line}`) ?? [],
    sessionOf: (place) => all[place]!.session,
    beside: (place) =>
      [place - 1, place + 1].filter(
        (other) => all[other]?.session === all[place]!.session && all[other]?.agent === all[place]!.agent,
      ),
    byWords: words,
  };
}

/** Unpacked, a log of the folder a stands at `0-a.jsonl` or `a.jsonl`. */
const nameOf = (path: string): string => basename(path).replace(/\.gz$/, '');

const starts = new Map<string, number[]>();

/** The line at a byte of a file, from 1. */
function lineAt(path: string, offset: number): number {
  let known = starts.get(path);
  if (!known) {
    known = [0];
    const bytes = readFileSync(path);
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) known.push(at + 1);
    starts.set(path, known);
  }
  const next = known.findIndex((start) => start > offset);
  return next === -1 ? known.length : next;
}

function wordsOf(messages: readonly Message[]): (question: string) => number[] {
  const db = new DatabaseSync(':memory:');
  db.exec(`create virtual table words using fts5 (text, tokenize = 'porter unicode61 remove_diacritics 2')`);
  const add = db.prepare('insert into words (rowid, text) values (?, ?)');
  messages.forEach(({ text }, place) => {
    add.run(place, text);
  });
  const find = db.prepare('select rowid as place from words where words match ? order by rank limit 10');
  return (question) =>
    find
      .all(
        questionWords(question)
          .map((word) => `"${word}"`)
          .join(' OR '),
      )
      .map(({ place }) => place as number);
}
