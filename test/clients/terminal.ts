import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** A client in a terminal of its own, with somebody at the keys. */
export interface Terminal extends AsyncDisposable {
  /** Types a line and sends it. */
  say(line: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** What it has shown so far, without colours and moves. */
  shown(): string;
}

/** Opens a terminal in which a command runs; `script` of util-linux makes one without a library. */
export async function openTerminal(
  command: readonly string[],
  place: { cwd: string; env: Record<string, string> },
): Promise<Terminal> {
  const line = `stty rows 50 cols 140; exec ${command.map(quote).join(' ')}`;
  const child = spawn('script', ['--quiet', '--flush', '--command', line, '/dev/null'], {
    ...place,
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data;
    // They ask where the cursor is and what terminal this is, and wait for the answer.
    if (data.includes('\x1b[6n')) child.stdin.write('\x1b[1;1R');
    if (data.includes('\x1b[c')) child.stdin.write('\x1b[?62;c');
  });
  const closed = new Promise((done) => child.on('close', done));
  const press = async (key: Key) => {
    child.stdin.write(KEYS[key]);
    await sleep(500);
  };
  await quiet(() => output);
  return {
    press,
    say: async (text) => {
      // Slowly: keys that come fast are taken for a paste, in which a return is only a new line.
      for (const letter of text) {
        child.stdin.write(letter);
        await sleep(15);
      }
      await sleep(500);
      await press('return');
    },
    shown: () => output.replace(CONTROLS, ''),
    [Symbol.asyncDispose]: async () => {
      // The whole group: the client has children of its own.
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        if (child.exitCode !== null || child.signalCode !== null) break;
        process.kill(-child.pid!, signal);
        await Promise.race([closed, sleep(3000)]);
      }
    },
  };
}

type Key = keyof typeof KEYS;

const KEYS = { return: '\r', escape: '\x1b', clear: '\x15' };

const CONTROLS =
  /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-9;?<>=:]*[ -/]*[@-~]|\x1b[P_^][^\x1b]*\x1b\\|\x1b[()][A-Z0-9]|\x1b[=>78]/g;

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** Waits until a client has drawn itself and has nothing more to say: keys pressed earlier are lost. */
async function quiet(output: () => string): Promise<void> {
  for (let since = Date.now(), length = -1, end = since + 300_000; Date.now() < end; await sleep(100)) {
    if (output().length !== length) since = Date.now();
    length = output().length;
    if (length > 1000 && Date.now() - since > 2500) return;
  }
}
