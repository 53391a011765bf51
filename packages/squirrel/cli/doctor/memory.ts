import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@sqrl/base/durations.ts';
import { namesIn } from '@sqrl/base/foreign-file.ts';
import { readRepairReport } from '@sqrl/base/repair-report.ts';
import { countNoun, memoryCount } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { stoppedAt } from '../../protocol/daemon-file.ts';
import type { Output } from '../../protocol/verbs.ts';
import type { DaemonControl } from '../world.ts';
import { bad, type DoctorFinding, good, look } from './finding.ts';

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
