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
import type { DaemonControl, SettingsControl } from '../world.ts';
import { bad, type DoctorFinding, good, look } from './clients.ts';

/** Free disk space in bytes below which nothing can be stored, and below which to warn. */
const MIN_FREE_BYTES = 20e6;
const LOW_FREE_BYTES = 500e6;

/** Checks the home folder: owner, permissions and free space. */
export function lookAtHome(home: string, isWindows: boolean): DoctorFinding[] {
  const found = lstatSync(home, { throwIfNoEntry: false });
  if (!found)
    return [look('home', `${home} does not exist yet.`, 'The first memory creates it, or `sqrl init`.')];
  if (!statSync(home).isDirectory())
    return [bad('home', `${home} is not a folder.`, 'Move it away, or set SQRL_HOME.')];
  const rights = isWindows ? [] : rightsOf(home);
  try {
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [bad('home', `${home} is not writable.`, `Run: chown -R "$USER" ${home}`)];
  }
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  const room =
    free < MIN_FREE_BYTES
      ? bad(
          'disk',
          `Only ${formatBytes(free)} are free on the disk of the memory.`,
          'Free disk space: nothing can be stored.',
        )
      : free < LOW_FREE_BYTES
        ? look(
            'disk',
            `Only ${formatBytes(free)} are free on the disk of the memory.`,
            'Free disk space soon.',
          )
        : good('disk', `${formatBytes(free)} are free.`);
  const isLink = found.isSymbolicLink() ? ' (a symbolic link)' : '';
  return [...(rights.length > 0 ? rights : [good('home', `${home}${isLink} is private to you.`)]), room];
}

/** Files that other users of this machine can read. */
function rightsOf(home: string): DoctorFinding[] {
  const secret = ['', 'daemon.json', 'user.db', 'config.toml', 'installed.json'].map((name) =>
    join(home, name),
  );
  return secret.flatMap((path) => {
    const found = existsSync(path) ? statSync(path) : undefined;
    if (!found || (found.mode & 0o077) === 0) return [];
    const mode = found.isDirectory() ? 0o700 : 0o600;
    // Not fixed automatically: others may have put files into it, which the user must check first.
    if (found.isDirectory() && found.mode & 0o022)
      return bad(
        'home',
        `Others on this machine can write to ${path}.`,
        `Delete files in it that are not yours (ls -la "${path}"), then: chmod 700 "${path}"`,
      );
    return bad(
      'home',
      `Others on this machine can read ${path}.`,
      `Run: chmod ${mode.toString(8)} ${path}`,
      () => {
        chmodSync(path, mode);
        return `${path} is private to you now.`;
      },
    );
  });
}

export async function lookAtSettings(settings: SettingsControl | undefined): Promise<DoctorFinding[]> {
  if (!settings || !existsSync(settings.path)) return [];
  try {
    await settings.check(readFileSync(settings.path, 'utf8'));
    return [good('settings', `${settings.path} is valid.`)];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [
      bad(
        'settings',
        error.message,
        error.hint || `Fix ${settings.path}; run \`sqrl config list\` for the settings.`,
      ),
    ];
  }
}

interface DaemonExam {
  version: string;
  daemon: DaemonControl | undefined;
  home: string;
  now: number;
}

export function lookAtDaemon(
  status: Output<'status'>,
  { version, daemon, home, now }: DaemonExam,
): DoctorFinding[] {
  const running = status.daemon;
  const start = daemon && (async () => `The daemon runs as process ${(await daemon.start()).pid}.`);
  const stopped = stoppedAt(home, now);
  if (!running)
    return [
      look(
        'daemon',
        stopped === undefined
          ? 'No daemon is running: logs and code are not followed.'
          : `The daemon was stopped by \`sqrl stop\` ${relativeTime(stopped, now)}: logs and code are not followed.`,
        'Run `sqrl start`.',
        start,
      ),
    ];
  const failed = running.jobs.filter(({ state }) => state === 'failed');
  return [
    running.version === version
      ? good('daemon', `Version ${version} runs as process ${running.pid}.`)
      : look(
          'daemon',
          `The daemon has version ${running.version}, this command ${version}.`,
          'Run `sqrl stop && sqrl start`.',
        ),
    ...failed.map(({ name, project, note }) =>
      bad(
        'daemon',
        `${name}${project ? ` of ${project}` : ''} failed${note ? `: ${note}` : ''}.`,
        'The daemon retries it; see daemon.log in the home folder.',
      ),
    ),
  ];
}

/** Checks the embeddings and copies of this project. */
export function lookAtStats({ embedder, files, project }: Output<'stats'>, now: number): DoctorFinding[] {
  const waiting =
    embedder.waiting > 0
      ? look(
          'search',
          `${memoryCount(embedder.waiting)} are not embedded yet and found by words only.`,
          'Run `sqrl doctor reembed`.',
        )
      : good('search', `${memoryCount(embedder.embedded)} can be found by meaning, with ${embedder.id}.`);
  const copies = files
    .filter(({ memories }) => memories > 0)
    .map(({ path, lastCopyAt }) => ({ path, lastCopyAt }));
  const without = copies.filter(({ lastCopyAt }) => lastCopyAt === null);
  const oldest = Math.min(...copies.flatMap(({ lastCopyAt }) => lastCopyAt ?? []));
  return [
    good('project', project ? `This is ${project.name}, at ${project.root}.` : 'This folder has no project.'),
    waiting,
    ...(copies.length === 0
      ? []
      : [
          without.length === 0
            ? good('copies', `The oldest of the last copies was made ${relativeTime(oldest, now)}.`)
            : look(
                'copies',
                `No copy of ${without[0]!.path} yet.`,
                'The daemon makes one every day it changes; run `sqrl backup FILE` for one now.',
              ),
        ]),
  ];
}

export function lookAtGraph({ indexed, pending }: Output<'graphStatus'>): DoctorFinding {
  if (!indexed)
    return look(
      'code',
      'The code of this project is not indexed yet.',
      'Run `sqrl graph index`, or work in it while the daemon runs.',
    );
  return pending.total > 0
    ? look(
        'code',
        `${countNoun(pending.total, 'file')} changed since the code was indexed.`,
        'Run `sqrl graph index`.',
      )
    : good('code', 'The code graph is up to date.');
}

/** Stores that were damaged in the last month: what was lost, and what came back. */
export function lookAtRepairs(home: string, now: number): DoctorFinding[] {
  const stores = [join(home, 'user.db'), ...projectStores(home)];
  return stores.flatMap((store) => {
    const report = readRepairReport(store);
    if (!report || now - report.at > 30 * DAY_MS) return [];
    const when = relativeTime(report.at, now);
    const again = report.readAgain;
    return again === null
      ? bad(
          'repair',
          `${when}: ${report.says} Sessions that were read since may be missing.`,
          'Run `sqrl ingest`: it reads them again.',
        )
      : good(
          'repair',
          `${when}: ${report.says} Logs were read again: ${countNoun(again.events, 'event')} came back.`,
        );
  });
}

const projectStores = (home: string): string[] =>
  namesIn(join(home, 'projects')).map((name) => join(home, 'projects', name, 'project.db'));

/** Checks the hook errors of the last day. */
export function lookAtHookLog(home: string, now: number): DoctorFinding[] {
  let lines: string[];
  try {
    lines = readFileSync(join(home, 'hook.log'), 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
  const fresh = lines.filter((line) => now - Date.parse(line.slice(0, 24)) < DAY_MS);
  if (fresh.length === 0) return [];
  const last = fresh.at(-1)!.slice(25);
  return [
    look(
      'hooks',
      `${countNoun(fresh.length, 'hook call')} failed in the last day; the last: ${last}.`,
      'A few are normal; if there are many, the daemon is not running or the machine is overloaded.',
    ),
  ];
}

/** Checks the exchange with the hub; nothing where this home has none, and no memory has rival wordings. */
export function lookAtHub(hub: Output<'hubStatus'>, now: number): DoctorFinding[] {
  const conflicts =
    hub.conflicts > 0 &&
    look(
      'sharing',
      `${countNoun(hub.conflicts, 'shared memory', 'shared memories')} worded in two ways at once.`,
      'Run `sqrl review --conflicts`.',
    );
  const found = hub.login ? [...exchangeOf(hub, hub.login.url, now), conflicts] : [conflicts];
  return found.filter((one) => one !== false);
}

function exchangeOf(hub: Output<'hubStatus'>, url: string, now: number): (DoctorFinding | false)[] {
  const last = hub.syncedAt === null ? 'never' : relativeTime(hub.syncedAt, now);
  const where = hub.linked === null ? 'this project is not linked' : `this project is ${oneLine(hub.linked)}`;
  const retry = 'Run `sqrl sync --now`.';
  return [
    hub.failed === null && hub.syncedAt !== null
      ? good('hub', `${url} answered ${last}; ${where}.`)
      : look('hub', `${url} last answered: ${last}. ${oneLine(hub.failed ?? '')}`.trim(), retry),
    hub.waiting > 0 && look('hub', `${memoryCount(hub.waiting)} with changes that wait.`, retry),
    hub.refused.length > 0 &&
      look(
        'hub',
        `The hub refused ${countNoun(hub.refused.length, 'change')}.`,
        'Run `sqrl sync --status` to see why.',
      ),
    hub.forged.length + hub.exchanged.length > 0 &&
      look(
        'hub',
        `${countNoun(hub.forged.length, 'record')} with a signature that does not fit; ${countNoun(hub.exchanged.length, 'device')} with another key than before.`,
        'Run `sqrl sync --status`, and ask the people it names.',
      ),
    hub.aheadMs !== 0 &&
      look(
        'clock',
        `This machine is ${Math.round(Math.abs(hub.aheadMs) / 60_000)} minutes ${hub.aheadMs > 0 ? 'ahead of' : 'behind'} the hub.`,
        'Set the clock; changes are dated by the hub meanwhile.',
      ),
  ];
}
