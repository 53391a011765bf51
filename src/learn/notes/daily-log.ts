import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../base/problem.ts';
import type { Memory } from '../../model/memory.ts';
import { printed } from '../../model/printed.ts';
import { mark, markedId } from './markdown.ts';
import { clipText } from './split.ts';

interface LogEntry {
  folder: string;
  memory: Pick<Memory, 'id' | 'type' | 'text' | 'source'>;
  at: number;
  /** The person's time zone, as in `Europe/Berlin`: the day is theirs. */
  timeZone: string;
}

/**
 * Writes a memory into the log of its day, one line each. Memories read from notes are not written: the log is a
 * note too, and the two would feed each other for ever. A log that cannot be written fails nothing: a notice tells.
 */
export function appendToDailyLog(entry: LogEntry): { message: string; hint: string } | undefined {
  const { folder, memory, at, timeZone } = entry;
  if (memory.source === 'file_index') return undefined;
  try {
    const { date, time } = zonedTime(at, timeZone);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    append(join(folder, `${date}.md`), logHeading(date), logLine(time, memory));
    return undefined;
  } catch (error) {
    return {
      message: `The daily log in ${folder} could not be written: ${(error as Error).message}`,
      hint: 'The memory is kept all the same. Check that the folder can be written to.',
    };
  }
}

export function eraseFromDailyLogs(folder: string, ids: readonly string[]): void {
  const forgotten = new Set(ids);
  if (forgotten.size > 0) eraseLines(folder, (id) => forgotten.has(id));
}

const { O_RDWR, O_APPEND, O_CREAT } = constants;

function append(file: string, heading: string, line: string): void {
  const log = openLog(file, heading);
  try {
    const bytes = Buffer.from(endsInLine(log) ? line : `\n${line}`);
    // One write to the end of the file: the lines of two processes never run into each other.
    if (writeSync(log, bytes) < bytes.length) throw new Error('the disk is full');
  } finally {
    closeSync(log);
  }
}

function openLog(file: string, heading: string): number {
  try {
    return openSync(file, O_RDWR | O_APPEND);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  // A new log appears with its heading in it, whichever process makes it.
  writeBeside(file, heading, (draft) => {
    try {
      linkSync(draft, file);
    } catch {
      // Made by another in this moment; or a file system without links, where the line stands without a heading.
    }
  });
  return openSync(file, O_RDWR | O_APPEND | O_CREAT, 0o600);
}

/** Whether the next line can begin at once: a person's editor may have left the last one open. */
function endsInLine(log: number): boolean {
  // Another process may be in the middle of its line: the system shows a write that crosses a page in two parts.
  for (let looks = 0; looks < 5; looks++) {
    const { size } = fstatSync(log);
    const last = Buffer.alloc(1);
    if (size === 0 || (readSync(log, last, 0, 1, size - 1) === 1 && last[0] === 0x0a)) return true;
    Atomics.wait(PAUSE, 0, 0, 1);
  }
  return false;
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

function eraseLines(folder: string, unwanted: (id: string) => boolean): void {
  for (const name of logsIn(folder)) {
    const file = join(folder, name);
    try {
      eraseLinesOf(file, unwanted, logHeading(name.slice(0, -3)).trim());
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue;
      throw new Problem(
        `${file} may still contain forgotten memories: ${(error as Error).message}`,
        'The memories are deleted. Remove their lines by hand, or make the file writable and run `sqrl forget` again.',
        'store',
        error,
      );
    }
  }
}

function eraseLinesOf(file: string, unwanted: (id: string) => boolean, heading: string): void {
  const log = openSync(file, 'r');
  try {
    // As bytes, each a character: what a person wrote in whatever encoding stays as it is.
    const text = readFileSync(log, 'latin1');
    const rest = text
      .split(/(?<=\n)/)
      .filter((line) => {
        const id = markedId(line);
        return id === undefined || !unwanted(id);
      })
      .join('');
    if (rest.length === text.length) return;
    if (rest.trim() === '' || rest.trim() === heading) rmSync(file);
    else writeBeside(file, rest, (draft) => renameSync(draft, file));
    // What another process appended to the old file in this moment comes along.
    const late = readFileSync(log, 'latin1');
    if (late !== '') writeFileSync(file, late, { encoding: 'latin1', flag: 'a', mode: 0o600 });
  } finally {
    closeSync(log);
  }
}

function logsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d{4}-\d\d-\d\d\.md$/.test(name));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Writes a file under a name of its own, hands it on, and leaves nothing behind. */
function writeBeside(file: string, text: string, then: (draft: string) => void): void {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, text, { encoding: 'latin1', mode: 0o600, flag: 'wx' });
    then(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const MAX_TEXT_CHARS = 200;

const logHeading = (date: string): string => `# ${date}\n\n`;

/** A memory as one line of the log: when, what kind, what it says, and the mark that names it. */
const logLine = (time: string, { id, type, text }: Pick<Memory, 'id' | 'type' | 'text'>): string =>
  `- ${time} **${type}** ${oneLine(text)} ${mark(id)}\n`;

function zonedTime(at: number, timeZone: string): { date: string; time: string } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${part.year}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}:${part.second}`,
  };
}

/** A text that can neither end its line nor open a comment in it. */
const oneLine = (text: string): string =>
  clipText(printed(text), MAX_TEXT_CHARS).replaceAll('<!--', '&lt;!--');
