import { readFileSync } from 'node:fs';

/** A process that started another one, directly or not. */
export interface Ancestor {
  pid: number;
  /** As the system has it; Linux cuts it after 15 characters. */
  name: string;
  /** Its program and arguments, as far as they can be told apart. */
  words: readonly string[];
}

/** By which processes this one was started. */
export interface ProcessChain {
  /** The nearest first. Empty where that cannot be read, as on Windows. */
  above: readonly Ancestor[];
  /** A terminal controls this process, wherever its input and output go. */
  hasTerminal: boolean;
  /** In tmux: what shows its terminal, each client with the processes above it. Nobody may be looking. */
  screens?: readonly ProcessChain[];
}

export interface ProcessPlace {
  pid?: number;
  env?: Readonly<Record<string, string | undefined>>;
}

/** Reads that of a process from the system: from /proc on Linux, from `ps` on macOS. */
export function readProcessChain(
  platform: NodeJS.Platform,
  { pid = process.pid, env = {} }: ProcessPlace = {},
): ProcessChain {
  try {
    if (platform === 'linux') return withScreens(chainOnLinux(pid), env);
    if (platform === 'darwin') return chainInListing(listing(), pid);
  } catch {
    // Without /proc or ps nothing is known.
  }
  return UNKNOWN;
}

const UNKNOWN: ProcessChain = { above: [], hasTerminal: true };
const MAX_ANCESTORS = 64;

function chainOnLinux(process: number): ProcessChain {
  const own = statOf(process);
  const above: Ancestor[] = [];
  for (let pid = own.parent; pid > 0 && above.length < MAX_ANCESTORS; ) {
    const { name, parent } = statOf(pid);
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    above.push({ pid, name, words });
    pid = parent;
  }
  return { above, hasTerminal: own.terminal !== 0 };
}

/** Asks the very program that runs the pane, since what is called tmux in the PATH, and the variables, may be an agent's. */
function withScreens(
  chain: ProcessChain,
  { TMUX = '', TMUX_PANE = '' }: ProcessPlace['env'] & {},
): ProcessChain {
  const server = chain.above.find(({ name }) => name === 'tmux: server');
  if (!server) return chain;
  const ask = [
    ...['-S', TMUX.split(',')[0]!, 'display-message', '-p', '-t', TMUX_PANE, '#{pid} #{pane_pid}', ';'],
    ...['list-clients', '-t', TMUX_PANE, '-F', '#{client_pid}'],
  ];
  try {
    const told = childProcess().execFileSync(`/proc/${server.pid}/exe`, ask, {
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: 5000,
    });
    const [pane = '', ...clients] = told.trim().split('\n');
    const pids = pane.split(' ').map(Number);
    const isOurs = pids[0] === server.pid && chain.above.some(({ pid }) => pid === pids[1]);
    return { ...chain, screens: isOurs ? clients.map((pid) => chainOnLinux(Number(pid))) : [] };
  } catch {
    return { ...chain, screens: [] };
  }
}

/** `pid (name) state parent group session terminal …`; the name may hold anything. */
function statOf(pid: number) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const end = text.lastIndexOf(')');
  const [, parent, , , terminal] = text.slice(end + 2).split(' ');
  return { name: text.slice(text.indexOf('(') + 1, end), parent: Number(parent), terminal: Number(terminal) };
}

const listing = (): string =>
  childProcess().execFileSync('/bin/ps', ['-axo', 'pid=,ppid=,tty=,command='], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: 5000,
  });

/** Loaded where a program is asked: every command imports this file, and on Linux hardly one asks. */
const childProcess = () => process.getBuiltinModule('node:child_process');

/** The chain above a process in the output of `ps -axo pid=,ppid=,tty=,command=`. */
export function chainInListing(text: string, pid: number): ProcessChain {
  const lines = new Map<number, { parent: number; terminal: string; command: string }>();
  for (const line of text.split('\n')) {
    const [, id, parent, terminal, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (id) lines.set(Number(id), { parent: Number(parent), terminal: terminal!, command: command! });
  }
  const above: Ancestor[] = [];
  const own = lines.get(pid);
  for (let at = own?.parent ?? 0; at > 0 && above.length < MAX_ANCESTORS; ) {
    const found = lines.get(at);
    if (!found) break;
    const words = found.command.split(' ');
    above.push({ pid: at, name: words[0]!.replace(/^.*\//, ''), words });
    at = found.parent;
  }
  return { above, hasTerminal: !own || !/^\?+$/.test(own.terminal) };
}
