import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hookProgram } from '../../clients/setup/launcher.ts';
import { packageOf, type SetupContext } from '../../clients/setup/surroundings.ts';
import { bad, type DoctorFinding, good } from './clients.ts';

/** As long as the most impatient client waits for a server to start. */
const TIMEOUT_MS = 10_000;

/** Starts what the clients start, as they do, and sees whether it answers. */
export function lookAtAnswers(here: SetupContext, daemonRuns: boolean): DoctorFinding[] {
  // Without a daemon a hook prints nothing, by design.
  return [ofServer(here), ...(daemonRuns ? [ofHook(here)] : [])];
}

function ofServer({ node, script, memory }: SetupContext): DoctorFinding {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'doctor', version: '1' },
  };
  const asked = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
  const { stdout, stderr, ms } = ran([node, script, 'mcp'], {
    ...{ input: `${JSON.stringify(asked)}\n`, env: { SQRL_HOME: memory }, timeoutMs: TIMEOUT_MS },
  });
  if (stdout.includes('"serverInfo"'))
    return good('mcp', `The MCP server answers after ${Math.round(ms)} ms.`);
  const why = stderr.trim().split('\n').at(-1) || `timed out after ${TIMEOUT_MS / 1000} s`;
  return bad('mcp', `The MCP server does not answer: ${why}.`, 'Run `sqrl mcp` in a terminal to see why.');
}

function ofHook(here: SetupContext): DoctorFinding {
  const program = hookProgram(here);
  const reinstall = 'Reinstall the package.';
  if (!existsSync(program))
    return bad('hooks', `The hook program is missing from ${packageOf(here)}.`, reinstall);
  const log = join(here.memory, 'hook.log');
  const before = sizeOf(log);
  const { status, stdout, ms } = ran([here.node, program, 'claude-code', 'Doctor', '--home', here.memory], {
    input: '{"session_id":"doctor","hook_event_name":"Doctor"}',
    // A busy machine is not a fault of the setup: the hook has as long as the doctor waits for it.
    env: { SQRL_HOOK_MS: String(TIMEOUT_MS) },
    timeoutMs: 2 * TIMEOUT_MS,
  });
  const how = status === null ? 'timed out' : `exited with status ${status}`;
  if (status !== 0 || stdout !== '') return bad('hooks', `The hook program ${how}.`, reinstall);
  if (sizeOf(log) !== before)
    return bad(
      'hooks',
      'The hook program cannot reach the daemon.',
      `Run \`sqrl start\`; ${log} has the error.`,
    );
  return good('hooks', `A hook answers after ${Math.round(ms)} ms.`);
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Runs a program to its end with what is said to it; it is killed where it takes too long. */
function ran(
  [program = '', ...args]: readonly string[],
  { input, env, timeoutMs }: { input: string; env: Record<string, string>; timeoutMs: number },
) {
  const began = performance.now();
  const ended = spawnSync(program, args, {
    ...{ input, env: { ...process.env, ...env }, encoding: 'utf8', timeout: timeoutMs },
    killSignal: 'SIGKILL',
  });
  const stderr = ended.error ? `${ended.stderr ?? ''}${ended.error.message}` : ended.stderr;
  return { status: ended.status, stdout: ended.stdout ?? '', stderr, ms: performance.now() - began };
}
