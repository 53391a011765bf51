import type { ProcessChain } from '@sqrl/base/terminal/process-chain.ts';
import type { InputStream, OutputStream } from '@sqrl/base/terminal/terminal.ts';
import type { VerbClient } from '../protocol/client.ts';
import type { Launch } from '../protocol/wire.ts';

export interface CommandScope {
  /** The folder whose project is meant, absolute; the present folder's when it is not given. */
  project?: string;
  /** How it was called, where there is no such folder: a project is also known by its name, and may be gone. */
  called?: string;
  /** Only the user's own memory is wanted: no project needs to be looked up. */
  global?: boolean;
  /** The work is to be done in this process, whether a daemon runs or not. */
  noDaemon?: boolean;
}

/** The daemon of this home: to be it, to start it, to stop it. */
export interface DaemonControl {
  /** Is the daemon until it is stopped; `another` where there is one. */
  run(onReady: (daemon: DaemonAt) => void): Promise<'stopped' | 'another'>;
  /** Has one run in a process of its own, where none does. */
  start(): Promise<DaemonAt & { started: boolean }>;
  stop(): Promise<{ stopped: boolean; pid: number | null }>;
  /**
   * An address that opens the panel once, at the project of a folder, and a private file that leads there; a daemon is
   * started where none runs.
   */
  launch(folder: string): Promise<Launch>;
}

interface DaemonAt {
  pid: number;
  port: number;
  version: string;
}

export interface McpControl {
  /** Serves until the client goes, or the signal says so. */
  serve(how: {
    project?: string | undefined;
    all: boolean;
    noDaemon: boolean;
    signal: AbortSignal;
  }): Promise<void>;
  /** What its tools add to every session, in bytes and tokens. */
  cost: { bytes: number; tokens: number; instructions: number };
  /** What starts this program from anywhere: absolute paths of Node and of the launcher. */
  program: { node: string; script: string };
}

interface SetupMachine {
  person: string;
  platform: NodeJS.Platform;
  /** Where the memory is kept, absolute. */
  memory: string;
}

export interface CliSetting {
  key: string;
  means: string;
  kind: 'choice' | 'number' | 'boolean' | 'text';
  choices?: readonly string[];
  default?: string | number | boolean;
  /** It says where texts and keys go, or which program is run: changing it takes a yes. */
  guarded: boolean;
}

/** The file of settings: what may stand in it, and whether it may stand so. */
export interface SettingsControl {
  path: string;
  keys(): Promise<readonly CliSetting[]>;
  /** Throws where a value is wrong, with its line. */
  check(text: string): Promise<void>;
}

/** Everything the command line knows of the outside. The composition root builds it from `process`. */
export interface World {
  /** Opens the memory; the command closes the client. */
  open(place: CommandScope): Promise<VerbClient>;
  /** Opens an empty memory for a temporary folder; closing the client removes both. */
  openDemo(): Promise<VerbClient & { folder: string }>;
  samples: string;
  mcp: McpControl;
  daemon: DaemonControl;
  machine: SetupMachine;
  projectAt(folder: string): Promise<{ id: string; name: string }>;
  settings: SettingsControl;
  /** Opens a file in the person's browser; false where that cannot be done. */
  browse(file: string): Promise<boolean>;
  stdin: InputStream;
  stdout: OutputStream;
  stderr: OutputStream;
  /** By which processes this one was started; read when it is asked for. */
  processes(): ProcessChain;
  /** Read for NO_COLOR, FORCE_COLOR, TERM and SQRL_DEBUG. */
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  version: string;
  now(): number;
  /**
   * Aborts at the first Ctrl-C; the command then ends with 130. A second Ctrl-C should be left to the system
   * (`process.once('SIGINT', …)`), so that work which does not listen can still be stopped.
   */
  signal: AbortSignal;
}
