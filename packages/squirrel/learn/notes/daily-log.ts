import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { printed } from '@sqrl/base/model/printed.ts';
import { Problem } from '@sqrl/base/problem.ts';
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
    const form = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
    const [date, time] = new Intl.DateTimeFormat('sv', form).format(at).split(' ');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    append(join(folder, `${date}.md`), logHeading(date!), logLine(time!, memory));
    return undefined;
  } catch (error) {
    return {
      message: `The daily log in ${folder} could not be written: ${(error as Error).message}`,
      hint: 'The memory is kept all the same. Check that the folder can be written to.',
    };
  }
}

/** The file appears with its first line, and each later line is one write, so processes never mix their lines. */
function append(file: string, heading: string, line: string): void {
  if (!existsSync(file) && create(file, `${heading}${line}`)) return;
  // A person's editor may have left the last line open. Where another process is writing it, a blank line is left.
  appendFileSync(file, readFileSync(file).at(-1) === 0x0a ? line : `\n${line}`);
}

/** Writes a new file in one step: a file opened for writing is empty for a moment, and another process may read it. */
function create(file: string, text: string): boolean {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Takes the lines of forgotten memories out of every log. */
export function eraseFromDailyLogs(folder: string, ids: readonly string[]): void {
  const forgotten = new Set(ids);
  for (const name of forgotten.size > 0 ? logsIn(folder) : []) {
    const file = join(folder, name);
    try {
      eraseLines(file, forgotten, logHeading(name.slice(0, -3)).trim());
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

function eraseLines(file: string, forgotten: ReadonlySet<string>, heading: string): void {
  // As bytes, each a character: what a person wrote in whatever encoding stays as it is.
  const text = readFileSync(file, 'latin1');
  const lines = text.split(/(?<=\n)/);
  const rest = lines.filter((line) => !forgotten.has(markedId(line) ?? '')).join('');
  if (rest.length === text.length) return;
  if (rest.trim() === '' || rest.trim() === heading) return void rmSync(file);
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, rest, { encoding: 'latin1', mode: 0o600, flag: 'wx' });
    // What another process appended in this moment comes along.
    appendFileSync(draft, readFileSync(file, 'latin1').slice(text.length), 'latin1');
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
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

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const MAX_TEXT_CHARS = 200;

const logHeading = (date: string): string => `# ${date}\n\n`;

/** A memory as one line of the log: when, what kind, what it says, and the mark that names it. */
const logLine = (time: string, { id, type, text }: Pick<Memory, 'id' | 'type' | 'text'>): string =>
  `- ${time} **${type}** ${oneLine(text)} ${mark(id)}\n`;

/** A text that can neither end its line nor open a comment in it. */
const oneLine = (text: string): string =>
  clipText(printed(text), MAX_TEXT_CHARS).replaceAll('<!--', '&lt;!--');
