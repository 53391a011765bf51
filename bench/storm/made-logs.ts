import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { claudeWriter } from '../../test/support/claude-writer.ts';
import { ALNUM, type Dice, diceOf, LOWER } from '../secrets/dice.ts';

/** Logs that grow while they are read, as those of agents at work do. */
export interface GrowingLogs {
  paths: readonly string[];
  bytes: number;
  /** Writes up to so much of all of it, 1 being everything; what is written last may be half a line. */
  grow(share: number): void;
}

export interface LogsToMake {
  /** The folder of Claude Code's logs. */
  folder: string;
  /** Where its sessions work. */
  projects: readonly string[];
  bytes: number;
  startedAt: number;
}

/** Of which one begins while others have ended. */
const SESSION_BYTES = 250_000;

/** Makes up sessions of a given total size; nothing is written yet. */
export function madeLogs({ folder, projects, bytes, startedAt }: LogsToMake): GrowingLogs {
  mkdirSync(folder, { recursive: true });
  const count = Math.max(projects.length, Math.round(bytes / SESSION_BYTES));
  const logs = Array.from({ length: count }, (_, n) => {
    const session = `storm-${String(n).padStart(4, '0')}`;
    const cwd = projects[n % projects.length]!;
    const text = sessionOf(diceOf(n + 1), { session, cwd, startedAt: startedAt + n * 1000 }, bytes / count);
    const path = join(folder, `${session}.jsonl`);
    return { path, text: Buffer.from(text), file: openSync(path, 'w'), written: 0 };
  });
  return {
    paths: logs.map(({ path }) => path),
    bytes: logs.reduce((sum, { text }) => sum + text.length, 0),
    grow(share) {
      for (const log of logs) {
        const until = Math.floor(log.text.length * Math.min(1, share));
        if (until > log.written) writeSync(log.file, log.text, log.written, until - log.written);
        log.written = Math.max(log.written, until);
      }
    },
  };
}

function sessionOf(
  dice: Dice,
  session: { session: string; cwd: string; startedAt: number },
  bytes: number,
): string {
  const writer = claudeWriter({ ...session, pace: 4000 });
  let written = 0;
  for (let turn = 0; written < bytes; turn++) {
    const part = words(dice, 3);
    writer.said(`Please look at ${part} of turn ${turn} and make it ${words(dice, 4)}`);
    const file = `${session.cwd}/src/${dice.letters(LOWER, 6)}.ts`;
    const seen = lines(dice, 20 + dice.below(60));
    writer.used('Read', { file_path: file }, seen);
    writer.used('Edit', { file_path: file, old_string: 'a', new_string: part }, 'The file has been updated.');
    const fails = dice.below(4) === 0;
    const said = fails ? `Error: ${part} is not defined\n${lines(dice, 10)}` : lines(dice, 30);
    writer.used('Bash', { command: `node --test ${dice.letters(LOWER, 6)}` }, said, fails);
    writer.replied(`Done: ${words(dice, 30)}.`);
    written += seen.length + said.length + 3000;
  }
  return writer.log();
}

const words = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => dice.letters(LOWER, 3 + dice.below(6))).join(' ');

const lines = (dice: Dice, count: number): string =>
  Array.from({ length: count }, (_, n) => `${n}\t${dice.letters(`${ALNUM}    `, 60)}`).join('\n');
