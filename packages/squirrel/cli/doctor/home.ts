import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@sqrl/base/durations.ts';
import { namesIn } from '@sqrl/base/foreign-file.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { readRepairReport } from '@sqrl/base/repair-report.ts';
import { countNoun, formatBytes, memoryCount } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { stoppedAt } from '../../protocol/daemon-file.ts';
import type { Output } from '../../protocol/verbs.ts';
import type { SettingsControl, World } from '../world.ts';
import { bad, type DoctorFinding, good, look } from './clients.ts';

/** Free disk space in bytes below which nothing can be stored, and below which to warn. */
const MIN_FREE_BYTES = 20e6;
const LOW_FREE_BYTES = 500e6;

type Findings = Generator<DoctorFinding, void>;

export function* lookAtHome(home: string, isWindows: boolean): Findings {
  const found = lstatSync(home, { throwIfNoEntry: false });
  if (!found)
    return yield look('home', `${home} does not exist yet.`, 'The first memory creates it, or `sqrl init`.');
  if (!statSync(home).isDirectory())
    return yield bad('home', `${home} is not a folder.`, 'Move it away, or set SQRL_HOME.');
  try {
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return yield bad('home', `${home} is not writable.`, `Run: chown -R "$USER" ${home}`);
  }
  const rights = isWindows ? [] : [...rightsOf(home)];
  yield* rights;
  const link = found.isSymbolicLink() ? ' (a symbolic link)' : '';
  if (rights.length === 0) yield good('home', `${home}${link} is private to you.`);
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  const says = `Only ${formatBytes(free)} are free on the disk of the memory.`;
  if (free < MIN_FREE_BYTES) yield bad('disk', says, 'Free disk space: nothing can be stored.');
  else if (free < LOW_FREE_BYTES) yield look('disk', says, 'Free disk space soon.');
  else yield good('disk', `${formatBytes(free)} are free.`);
}

function* rightsOf(home: string): Findings {
  for (const name of ['', 'daemon.json', 'user.db', 'config.toml', 'installed.json']) {
    const path = join(home, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found || (found.mode & 0o077) === 0) continue;
    const mode = found.isDirectory() ? 0o700 : 0o600;
    const fix = () => {
      chmodSync(path, mode);
      return `${path} is private to you now.`;
    };
    // Not fixed automatically: others may have put files into it, which the user must check first.
    if (found.isDirectory() && found.mode & 0o022) {
      const check = `Delete files in it that are not yours (ls -la "${path}"), then: chmod 700 "${path}"`;
      yield bad('home', `Others on this machine can write to ${path}.`, check);
    } else {
      const says = `Others on this machine can read ${path}.`;
      yield bad('home', says, `Run: chmod ${mode.toString(8)} ${path}`, fix);
    }
  }
}

export async function lookAtSettings({ path, check }: SettingsControl): Promise<DoctorFinding[]> {
  if (!existsSync(path)) return [];
  try {
    await check(readFileSync(path, 'utf8'));
    return [good('settings', `${path} is valid.`)];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const mend = error.hint || `Fix ${path}; run \`sqrl config list\` for the settings.`;
    return [bad('settings', error.message, mend)];
  }
}

export function* lookAtDaemon(
  { daemon }: Output<'status'>,
  { machine, version, now, daemon: { start } }: Pick<World, 'machine' | 'version' | 'now' | 'daemon'>,
): Findings {
  if (!daemon) {
    const stopped = stoppedAt(machine.memory, now());
    const why =
      stopped === undefined
        ? 'No daemon is running'
        : `The daemon was stopped by \`sqrl stop\` ${relativeTime(stopped, now())}`;
    const fix = async () => `The daemon runs as process ${(await start()).pid}.`;
    return yield look('daemon', `${why}: logs and code are not followed.`, 'Run `sqrl start`.', fix);
  }
  const other = `The daemon has version ${daemon.version}, this command ${version}.`;
  if (daemon.version === version) yield good('daemon', `Version ${version} runs as process ${daemon.pid}.`);
  else yield look('daemon', other, 'Run `sqrl stop && sqrl start`.');
  for (const { name, project, state, note } of daemon.jobs) {
    const says = `${name}${project ? ` of ${project}` : ''} failed${note ? `: ${note}` : ''}.`;
    if (state === 'failed')
      yield bad('daemon', says, 'The daemon retries it; see daemon.log in the home folder.');
  }
}

export function* lookAtStats({ embedder, files, project }: Output<'stats'>, now: number): Findings {
  const { waiting, embedded, id } = embedder;
  const here = project ? `This is ${project.name}, at ${project.root}.` : 'This folder has no project.';
  yield good('project', here);
  const byWords = `${memoryCount(waiting)} are not embedded yet and found by words only.`;
  if (waiting > 0) yield look('search', byWords, 'Run `sqrl doctor reembed`.');
  else yield good('search', `${memoryCount(embedded)} can be found by meaning, with ${id}.`);
  const copies = files.filter(({ memories }) => memories > 0);
  if (copies.length === 0) return;
  const without = copies.find(({ lastCopyAt }) => lastCopyAt === null);
  const oldest = Math.min(...copies.flatMap(({ lastCopyAt }) => lastCopyAt ?? []));
  const mend = 'The daemon makes one every day it changes; run `sqrl backup FILE` for one now.';
  if (without) yield look('copies', `No copy of ${without.path} yet.`, mend);
  else yield good('copies', `The oldest of the last copies was made ${relativeTime(oldest, now)}.`);
}

export function lookAtGraph({ indexed, pending }: Output<'graphStatus'>): DoctorFinding {
  if (!indexed) {
    const mend = 'Run `sqrl graph index`, or work in it while the daemon runs.';
    return look('code', 'The code of this project is not indexed yet.', mend);
  }
  const changed = `${countNoun(pending.total, 'file')} changed since the code was indexed.`;
  return pending.total > 0
    ? look('code', changed, 'Run `sqrl graph index`.')
    : good('code', 'The code graph is up to date.');
}

/** Stores that were damaged in the last month: what was lost, and what came back. */
export function* lookAtRepairs(home: string, now: number): Findings {
  const folders = namesIn(join(home, 'projects')).map((name) => join('projects', name, 'project.db'));
  for (const store of ['user.db', ...folders]) {
    const report = readRepairReport(join(home, store));
    if (!report || now - report.at > 30 * DAY_MS) continue;
    const says = `${relativeTime(report.at, now)}: ${report.says}`;
    const back = report.readAgain && countNoun(report.readAgain.events, 'event');
    const lost = `${says} Sessions that were read since may be missing.`;
    if (back === null) yield bad('repair', lost, 'Run `sqrl ingest`: it reads them again.');
    else yield good('repair', `${says} Logs were read again: ${back} came back.`);
  }
}

export function* lookAtHookLog(home: string, now: number): Findings {
  const log = join(home, 'hook.log');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
  const fresh = lines.filter((line) => now - Date.parse(line.slice(0, 24)) < DAY_MS);
  const last = fresh.at(-1)?.slice(25);
  if (last === undefined) return;
  const says = `${countNoun(fresh.length, 'hook call')} failed in the last day; the last: ${last}.`;
  const many = 'A few are normal; if there are many, the daemon is not running or the machine is overloaded.';
  yield look('hooks', says, many);
}

/** Checks the exchange with the hub; nothing where this home has none, and no memory has rival wordings. */
export function* lookAtHub(hub: Output<'hubStatus'>, now: number): Findings {
  if (hub.login) yield* exchangeWith(hub.login.url, hub, now);
  const rival = `${countNoun(hub.conflicts, 'shared memory', 'shared memories')} worded in two ways at once.`;
  if (hub.conflicts > 0) yield look('sharing', rival, 'Run `sqrl review --conflicts`.');
}

function* exchangeWith(url: string, hub: Output<'hubStatus'>, now: number): Findings {
  const { syncedAt, linked, failed, waiting, refused, forged, exchanged, aheadMs } = hub;
  const last = syncedAt === null ? 'never' : relativeTime(syncedAt, now);
  const where = linked === null ? 'this project is not linked' : `this project is ${oneLine(linked)}`;
  const retry = 'Run `sqrl sync --now`.';
  if (failed === null && syncedAt !== null) yield good('hub', `${url} answered ${last}; ${where}.`);
  else yield look('hub', `${url} last answered: ${last}. ${oneLine(failed ?? '')}`.trim(), retry);
  if (waiting > 0) yield look('hub', `${memoryCount(waiting)} with changes that wait.`, retry);
  const changes = countNoun(refused.length, 'change');
  if (refused.length > 0)
    yield look('hub', `The hub refused ${changes}.`, 'Run `sqrl sync --status` to see why.');
  const records = `${countNoun(forged.length, 'record')} with a signature that does not fit`;
  const devices = `${countNoun(exchanged.length, 'device')} with another key than before`;
  if (forged.length + exchanged.length > 0)
    yield look('hub', `${records}; ${devices}.`, 'Run `sqrl sync --status`, and ask the people it names.');
  const minutes = `${Math.round(Math.abs(aheadMs) / 60_000)} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
  if (aheadMs !== 0)
    yield look(
      'clock',
      `This machine is ${minutes} the hub.`,
      'Set the clock; changes are dated by the hub meanwhile.',
    );
}
