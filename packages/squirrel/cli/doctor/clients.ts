import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { applySetup } from '../../clients/setup/carry-out.ts';
import type { ClientSetup, SetupFiles } from '../../clients/setup/client.ts';
import { CLIENT_SETUPS, foundBy } from '../../clients/setup/clients.ts';
import { readInstalled } from '../../clients/setup/installed.ts';
import { hookProgram, launcherPath, launcherTarget } from '../../clients/setup/launcher.ts';
import { MCP_SETUPS } from '../../clients/setup/mcp-clients.ts';
import { type FileChange, isNeeded, planFile, planSetup } from '../../clients/setup/plan.ts';
import { packageOf, projectAround, type SetupContext } from '../../clients/setup/surroundings.ts';
import { readForeign } from '../../clients/setup/text-file.ts';
import type { Output } from '../../protocol/verbs.ts';

export interface DoctorFinding {
  /** What was checked: `home`, `daemon`, `claude-code`… */
  about: string;
  /** good; look: works, but could be better; bad: does not work. */
  state: 'good' | 'look' | 'bad';
  says: string;
  /** What the user can do about it. Its name is part of `sqrl doctor --json`. */
  mend?: string;
  /** Applies a safe fix; returns a sentence about it. */
  fix?: () => Promise<string> | string;
}

export const good = (about: string, says: string): DoctorFinding => ({ about, state: 'good', says });

const finding =
  (state: DoctorFinding['state']) =>
  (about: string, says: string, mend: string, fix?: DoctorFinding['fix']): DoctorFinding => ({
    ...{ about, state, says, mend },
    ...(fix && { fix }),
  });

export const look = finding('look');
export const bad = finding('bad');

interface DoctorContext {
  here: SetupContext;
  version: string;
  now: number;
  /** Last event of each client; undefined if the memory could not be opened. */
  heard: Output<'status'>['clients'] | undefined;
}

/** Checks every client that is installed or was set up: registration, trust and last event. */
export function lookAtClients(patient: DoctorContext): DoctorFinding[] {
  const { here } = patient;
  const notes = readInstalled(here.memory);
  const known = CLIENT_SETUPS.filter(
    (setup) =>
      foundBy(setup, here) !== undefined || notes?.files.some(({ client }) => client === setup.client),
  );
  const tools = MCP_SETUPS.filter(({ client }) => notes?.files.some((file) => file.client === client));
  if (known.length + tools.length === 0)
    return [look('clients', 'No agent was found on this machine.', 'Install one, then run `sqrl init`.')];
  const found = tools.map((setup) => registration(setup, true, patient));
  const agents = known.flatMap((setup) => {
    const wasSetUp = notes?.files.some(({ client }) => client === setup.client) === true;
    const registered = registration(setup, wasSetUp, patient);
    if (registered.state !== 'good') return [registered];
    return [registered, ...runsHooks(setup, here), hearing(setup, patient)];
  });
  return [...agents, ...found];
}

function registration(
  setup: SetupFiles,
  wasSetUp: boolean,
  { here, now, version }: DoctorContext,
): DoctorFinding {
  const { client, title } = setup;
  const notes = readInstalled(here.memory);
  const changes = planSetup([setup], here);
  const refused = changes.find((change) => change.refused && !change.refused.needless);
  const hasHooks = setup.programs !== undefined;
  const command = `sqrl init --${hasHooks ? 'client' : 'mcp'} ${client}`;
  if (refused) {
    const where = `${refused.target.path}, line ${refused.refused!.line}`;
    return bad(client, `${where}: ${refused.refused!.because}`, `Fix that file, then run \`${command}\`.`);
  }
  const missing = changes.filter(isNeeded);
  if (missing.length === 0)
    return good(client, `${title} has the tools${hasHooks ? ' and hooks' : ''}, and their paths exist.`);
  if (!wasSetUp) return look(client, `${title} is installed but not set up.`, `Run \`${command}\`.`);
  return bad(client, `${title} lacks ${whatOf(missing)}, or has an old path.`, `Run \`${command}\`.`, () => {
    applySetup(missing, { here, notes, now, version });
    return `${title} is set up for this version.`;
  });
}

const whatOf = (changes: readonly FileChange[]): string =>
  [...new Set(changes.map(({ target }) => target.what))].join(', ');

function runsHooks({ client, check }: ClientSetup, here: SetupContext): DoctorFinding[] {
  if (!check) return [];
  const { runs, says, fix } = check(here);
  return [runs ? good(client, says) : bad(client, says, fix)];
}

const QUIET_MS = 14 * 86_400_000;
const QUIET_HOOKS_MS = 2 * 3_600_000;

function hearing({ client, title }: ClientSetup, { here, heard, now }: DoctorContext): DoctorFinding {
  const known = heard?.find((one) => one.client === (client as HookClient));
  const last = known?.lastAt ?? null;
  if (!heard)
    return look(client, `Could not check the last event of ${title}.`, 'Fix the errors above first.');
  const read = `run \`sqrl ingest --client ${client}\``;
  if (last === null) return look(client, `No event of ${title} yet.`, `Use it once, or ${read}.`);
  const when = relativeTime(last, now);
  const since = readInstalled(here.memory)?.at ?? now;
  const called = known?.hookAt ?? undefined;
  // A session that ran while it was set up calls none.
  if (last - Math.max(since, called ?? 0) > QUIET_HOOKS_MS) {
    const lastCall = called === undefined ? 'never' : relativeTime(called, now);
    return bad(client, `${title} worked ${when}, but its last hook call was ${lastCall}.`, RESTART);
  }
  const says = `Last event of ${title}: ${when}.`;
  return now - last > QUIET_MS
    ? look(client, says, `If you used it since, ${read} and \`sqrl status sources\`.`)
    : good(client, says);
}

const RESTART =
  'Restart it. If that does not help, look for an error in its settings: a client ignores all hooks of a file that it cannot read.';

type LauncherExam = Omit<DoctorContext, 'heard'> & { cwd: string };

export function* lookAtLauncher(exam: LauncherExam): Generator<DoctorFinding> {
  const notes = readInstalled(exam.here.memory);
  if (!notes?.files.some(({ client }) => client !== null)) return;
  yield* ofLauncher(exam);
  yield* ofLostPrograms(exam);
}

/** The launcher is a file of ours, which `sqrl init` writes for the package at hand. */
function* ofLauncher({ here, version, now }: LauncherExam): Generator<DoctorFinding> {
  const notes = readInstalled(here.memory);
  const target = launcherTarget(here);
  const { path } = target;
  const change = planFile({ client: null, target });
  if (!isNeeded(change)) return;
  const fix = () => {
    applySetup([change], { here, notes, now, version });
    return `${path} starts the hooks of this package.`;
  };
  const lost = programsIn(change.before ?? '').find((each) => !existsSync(each));
  if (change.before === undefined)
    yield bad('hooks', `${path} is missing: hooks do nothing.`, 'Run `sqrl init`.', fix);
  else if (lost !== undefined)
    yield bad('hooks', `${path} points nowhere: ${lost} is gone.`, 'Run `sqrl init`.', fix);
  else yield look('hooks', `${path} starts another installation.`, 'Run `sqrl init` to use this one.', fix);
}

/** Entries of ours in clients' files whose program is gone, such as those of a package that was removed. */
function* ofLostPrograms({ here, cwd }: LauncherExam): Generator<DoctorFinding> {
  const places = [here, { ...here, project: projectAround(cwd) }];
  const targets = places.flatMap((place) => CLIENT_SETUPS.flatMap((setup) => setup.targets(place)));
  const mend = 'Run `sqrl init` to renew it, or `sqrl uninstall` to remove it.';
  for (const file of new Set(targets.map(({ path }) => path))) {
    const lost = programsIn(textOf(file)).find((path) => path !== launcherPath(here) && !existsSync(path));
    if (lost !== undefined) yield bad('hooks', `${file} points nowhere: ${lost} is gone.`, mend);
  }
}

/** Paths of our programs in a text, between quotes or without blanks. */
const programsIn = (text: string): string[] =>
  [...text.matchAll(PROGRAMS)].map(([, quoted, plain]) => (quoted ?? plain)!);

const PROGRAMS =
  /'([/A-Z][^']{0,4000}?(?:sqrl-hook(?:\.cjs)?|hooks[\\/]hook\.js|bin[\\/]sqrl\.mjs))'|(?<![^\s"'=])(\/[^\s"']{0,4000}?(?:sqrl-hook(?:\.cjs)?|hooks[\\/]hook\.js|bin[\\/]sqrl\.mjs))(?![^\s"'])/g;

function textOf(path: string): string {
  try {
    return readForeign(path) ?? '';
  } catch {
    // Told by the check of its client.
    return '';
  }
}

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
