import { existsSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { leadsOutOfTree, workTreeOf } from '@sqrl/base/foreign-file.ts';
import type { Client } from '@sqrl/base/model/event.ts';
import type { ClientFolders, Log, LogReader } from '@sqrl/base/model/reader.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { AGENT_CLIENTS } from '../../clients/clients.ts';
import { NOWHERE } from '../../clients/folders.ts';
import { entriesIn } from '../../clients/reading/files-below.ts';
import { recognize } from '../../clients/recognize.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { statsOf } from '../bytes.ts';

/** `project`: the folder of the project that logs belong to which do not say where they come from. */
export type LogSelection = Partial<Omit<Parsed<'ingest'>, 'again' | 'watch'>> & {
  project?: string | undefined;
};

export function findLogs(
  readers: readonly LogReader[],
  folders: ClientFolders,
  { paths, clients, since, ci, project, mine }: LogSelection,
): Log[] {
  for (const path of paths ?? [])
    if (leadsOutOfTree(path))
      throw new Problem(
        `${path} is a symbolic link that points outside its repository.`,
        'Pass the file or folder it points to.',
      );
  if (ci) return (paths ?? []).map((path) => leftByCi(path, project));
  const all = paths?.length
    ? paths.flatMap((path) => logsAt(path, { readers, folders, project }))
    : logsOfClients(readers, folders, clients);
  const wanted = new Map<string, { log: Log; changedAt: number }>();
  for (const log of all) {
    const file = paths?.length ? fileAt(log.path) : statsOf(log.path);
    if (!file || (clients && !clients.includes(log.client))) continue;
    // When something happened in a folder is not written on it.
    if (since !== undefined && file.mtimeMs < since && !file.isDirectory()) continue;
    const cwd = log.client === 'specstory' ? project : log.cwd;
    wanted.set(`${log.client} ${log.path}`, {
      log: { ...log, ...(cwd && { cwd }) },
      changedAt: file.mtimeMs,
    });
  }
  const found = [...wanted.values()].sort((a, b) => a.changedAt - b.changedAt).map(({ log }) => log);
  if (paths?.length && !mine) requireOwn(found, logsOfClients(readers, folders));
  return found;
}

/**
 * Refuses logs that lie in a work tree: a clone may bring them along, and the stranger who wrote them would speak with
 * the person's voice.
 */
function requireOwn(logs: readonly Log[], own: readonly Log[]): void {
  const known = new Set(own.map(({ path }) => path));
  const foreign = logs.filter((log) => log.client !== 'git' && !known.has(log.path) && isForeign(log));
  const [first] = foreign;
  if (!first) return;
  const others = foreign.length > 1 ? ` (and ${foreign.length - 1} more logs)` : '';
  const where = isInTree(first.path) ? 'inside a repository' : 'a SpecStory history, which comes from one';
  throw new Problem(
    `${first.path}${others} is ${where}: its author would speak as you.`,
    'Every prompt in it would count as your own words. If these sessions are yours, run it again with --mine.',
    'unconfirmed',
  );
}

/** SpecStory writes into repositories alone; a history that lies elsewhere was taken from one. */
const isForeign = ({ client, path }: Log): boolean => client === 'specstory' || isInTree(path);

const isInTree = (path: string): boolean =>
  workTreeOf(path) !== undefined || workTreeOf(realpathSync(path)) !== undefined;

/** Clients whose logs lie in repositories, where a stranger may have written them: read only where a person names them. */
const ONLY_NAMED: ReadonlySet<Client> = new Set<Client>(['specstory']);

export const logsOfClients = (
  readers: readonly LogReader[],
  folders: ClientFolders,
  clients?: readonly Client[],
): Log[] =>
  readers
    .filter(({ client }) => !ONLY_NAMED.has(client) && (!clients || clients.includes(client)))
    .flatMap((reader) => reader.find(folders))
    // A project may be a folder without any history.
    .filter(({ client, path }) => client !== 'git' || existsSync(join(path, '.git')));

function leftByCi(path: string, cwd: string | undefined): Log {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new Problem(`${path} is not a file.`, 'Pass a JUnit report or the log of a CI run.', 'not_found');
  return { client: 'ci', path, form: 'document', ...(cwd !== undefined && { cwd }) };
}

interface LogSurroundings {
  readers: readonly LogReader[];
  folders: ClientFolders;
  project: string | undefined;
}

function logsAt(path: string, around: LogSurroundings): Log[] {
  const { readers, project } = around;
  const file = fileAt(path);
  if (!file)
    throw new Problem(
      `${path} does not exist.`,
      'Pass a log of a client, or a folder with logs.',
      'not_found',
    );
  if (file.isDirectory()) {
    // Of a repository its own history is meant, not whatever logs may lie about in it.
    if (existsSync(join(path, '.git'))) return logsOfClients(readers, { ...NOWHERE, repositories: [path] });
    return identified(filesBelow(path, 12), around);
  }
  // Whatever else there is (a pipe, a device) may never end, or never begin.
  const [log] = file.isFile() ? identified([path], around) : [];
  // A document that does not say where it was written belongs where the person is who names it.
  if (log) return [{ ...log, ...(log.form === 'document' && project && !log.cwd && { cwd: project }) }];
  throw new Problem(
    `${path} is not a log of a supported client.`,
    `Supported: ${readers.map(({ client }) => client).join(', ')}.`,
  );
}

/** Those of some files that are logs. A reader that would find one itself knows more of it than can be seen from outside. */
function identified(paths: readonly string[], { readers, folders, project }: LogSurroundings): Log[] {
  const known = new Map(logsOfClients(readers, folders).map((log) => [log.path, log]));
  const asked = new Set<string>();
  return paths.flatMap((path) => {
    const home = AGENT_CLIENTS.find(({ logs }) => logs.home?.test(path));
    const root = home && path.slice(0, home.logs.home!.exec(path)!.index);
    if (home && root && !known.has(path) && !asked.has(root + home.name)) {
      asked.add(root + home.name);
      const own = logsOfClients(readers, { ...NOWHERE, [home.name]: root });
      for (const log of own) known.set(log.path, log);
    }
    return known.get(path) ?? opened(path, () => recognize(path, project ? [project] : [])) ?? [];
  });
}

/** Folders of clients in which those of sessions appear. */
export const TREES: readonly string[] = AGENT_CLIENTS.flatMap(({ logs }) => logs.trees);

const filesBelow = (folder: string, depth: number): string[] =>
  (opened(folder, () => entriesIn(folder)) ?? []).flatMap(({ name, path, isFolder }) => {
    if (!isFolder) return [path];
    return depth > 0 && name !== 'node_modules' && name !== '.git' ? filesBelow(path, depth - 1) : [];
  });

const fileAt = (path: string): Stats | undefined =>
  opened(path, () => statSync(path, { throwIfNoEntry: false }));

/** A requested log must be read or reported; a log deleted meanwhile is skipped. */
function opened<T>(path: string, open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Problem(
      `${path} cannot be read (${code}).`,
      `Make it readable (chmod u+r "${path}"), or pass only the other files.`,
      'invalid',
      error,
    );
  }
}
