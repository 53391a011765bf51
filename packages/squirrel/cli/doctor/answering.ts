import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hookProgram } from '../../clients/setup/launcher.ts';
import { packageOf, type SetupContext } from '../../clients/setup/surroundings.ts';
import { bad, type DoctorFinding, good } from './clients.ts';

/** As long as the most impatient client waits for a server to start. */
const MCP_MS = 10_000;
const HOOK_MS = 10_000;

/** Starts what the clients start, as they do, and sees whether it answers. */
export async function lookAtAnswers(here: SetupContext, daemonRuns: boolean): Promise<DoctorFinding[]> {
  // Without a daemon a hook prints nothing, by design.
  return [await ofServer(here), ...(daemonRuns ? [await ofHook(here)] : [])];
}

async function ofServer({ node, script, memory }: SetupContext): Promise<DoctorFinding> {
  const asked = { jsonrpc: '2.0', id: 1, method: 'initialize', params: HELLO };
  const { out, err, ms } = await ended([node, script, 'mcp'], {
    input: `${JSON.stringify(asked)}\n`,
    env: { SQRL_HOME: memory },
    until: (text) => text.includes('"serverInfo"'),
    ms: MCP_MS,
  });
  if (out.includes('"serverInfo"')) return good('mcp', `The MCP server answers after ${Math.round(ms)} ms.`);
  const why = err.trim().split('\n').at(-1) || `timed out after ${MCP_MS / 1000} s`;
  return bad('mcp', `The MCP server does not answer: ${why}.`, 'Run `sqrl mcp` in a terminal to see why.');
}

const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'doctor', version: '1' },
};

async function ofHook(here: SetupContext): Promise<DoctorFinding> {
  const program = hookProgram(here);
  const words = [here.node, program, 'claude-code', 'Doctor', '--home', here.memory];
  const reinstall = 'Reinstall the package.';
  if (!existsSync(program))
    return bad('hooks', `The hook program is missing from ${packageOf(here)}.`, reinstall);
  const log = join(here.memory, 'hook.log');
  const before = sizeOf(log);
  const { out, code, ms } = await ended(words, {
    input: '{"session_id":"doctor","hook_event_name":"Doctor"}',
    close: true,
    // A busy machine is not a fault of the setup: the hook has as long as the doctor waits for it.
    env: { SQRL_HOOK_MS: String(HOOK_MS) },
    ms: 2 * HOOK_MS,
  });
  if (code !== 0 || out !== '')
    return bad(
      'hooks',
      `The hook program ${code === null ? 'timed out' : `exited with status ${code}`}.`,
      reinstall,
    );
  if (sizeOf(log) !== before)
    return bad(
      'hooks',
      'The hook program cannot reach the daemon.',
      `Run \`sqrl start\`; ${log} has the error.`,
    );
  return good('hooks', `A hook answers after ${Math.round(ms)} ms.`);
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

interface ProgramDialog {
  input: string;
  /** Whether that is all that is said to it. */
  close?: boolean;
  env?: Record<string, string>;
  until?: (out: string) => boolean;
  ms: number;
}

/** Runs a program until it ends, has said enough, or takes too long; nothing of it is left. */
function ended(
  [program, ...args]: readonly string[],
  { input, close = false, env = {}, until = () => false, ms }: ProgramDialog,
): Promise<{ out: string; err: string; code: number | null; ms: number }> {
  const began = performance.now();
  const child = spawn(program!, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const done = (code: number | null) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve({ out, err, code, ms: performance.now() - began });
    };
    timer = setTimeout(done, ms, null);
    child.on('error', (error) => {
      err += error.message;
      done(null);
    });
    child.stdin.on('error', () => {});
    child.stdout.on('data', (data) => {
      out += data;
      if (until(out)) done(null);
    });
    child.stderr.on('data', (data) => (err += data));
    child.on('close', done);
    child.stdin.write(input);
    if (close) child.stdin.end();
  });
}
