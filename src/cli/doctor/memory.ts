import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stoppedAt } from '../../protocol/daemon-file.ts';
import type { Output } from '../../protocol/verbs.ts';
import { count } from '../size.ts';
import { relativeTime } from '../time.ts';
import type { DaemonControl } from '../world.ts';
import { bad, type Finding, good, look } from './finding.ts';

interface DaemonExam {
  version: string;
  daemon: DaemonControl | undefined;
  home: string;
  now: number;
}

/** Looks at the daemon, where it is wished for. */
export function lookAtDaemon(
  status: Output<'status'>,
  { version, daemon, home, now }: DaemonExam,
): Finding[] {
  const running = status.daemon;
  const start = daemon && (async () => `The daemon runs as process ${(await daemon.start()).pid}.`);
  const stopped = stoppedAt(home, now);
  if (!running)
    return [
      look(
        'daemon',
        stopped === undefined
          ? 'No daemon runs: nothing is followed while no command runs.'
          : `The daemon was stopped on purpose ${relativeTime(stopped, now)}: nothing is followed while no command runs.`,
        '`sqrl start`',
        start,
      ),
    ];
  const failed = running.jobs.filter(({ state }) => state === 'failed');
  return [
    running.version === version
      ? good('daemon', `Version ${version} runs as process ${running.pid}.`)
      : look(
          'daemon',
          `Version ${running.version} runs, and this is ${version}.`,
          '`sqrl stop && sqrl start`',
        ),
    ...failed.map(({ name, project, note }) =>
      bad(
        'daemon',
        `${name}${project ? ` of ${project}` : ''} failed${note ? `: ${note}` : ''}.`,
        'HOME/daemon.log tells more; it is tried again.',
      ),
    ),
  ];
}

/** Looks at what is kept of this project: whether all of it can be found, and whether there is a copy. */
export function lookAtStats({ embedder, files, project }: Output<'stats'>, now: number): Finding[] {
  const waiting =
    embedder.waiting > 0
      ? look(
          'search',
          `${count(embedder.waiting, 'memory', 'memories')} can be found by words only as yet.`,
          '`sqrl reembed`',
        )
      : good(
          'search',
          `${count(embedder.embedded, 'memory', 'memories')} can be found by meaning, with ${embedder.id}.`,
        );
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
                `There is no copy of ${without[0]!.path} yet.`,
                'One is made every day it changes; `sqrl backup FILE` makes one now.',
              ),
        ]),
  ];
}

/** Looks at the code graph of this project. */
export function lookAtGraph({ indexed, pending }: Output<'graphStatus'>): Finding {
  if (!indexed)
    return look(
      'code',
      'The code of this project was not read yet.',
      '`sqrl graph index`, or work in it while the daemon runs.',
    );
  return pending.total > 0
    ? look('code', `${count(pending.total, 'file')} changed since the code was read.`, '`sqrl graph index`')
    : good('code', 'The code graph is as the files are.');
}

const DAY = 86_400_000;

/** Looks at what hooks complained of in the last day. */
export function lookAtHookLog(home: string, now: number): Finding[] {
  let lines: string[];
  try {
    lines = readFileSync(join(home, 'hook.log'), 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
  const fresh = lines.filter((line) => now - Date.parse(line.slice(0, 24)) < DAY);
  if (fresh.length === 0) return [];
  const last = fresh.at(-1)!.slice(25);
  return [
    look(
      'hooks',
      `${count(fresh.length, 'hook call')} of the last day said nothing; the last: ${last}.`,
      'A few are the price of never being in the way; many mean that the daemon is gone or the machine too busy.',
    ),
  ];
}
