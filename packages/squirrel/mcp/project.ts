import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { Problem } from '@sqrl/base/problem.ts';
import type { McpTimeouts } from './request.ts';

/**
 * Chooses the folder that a request is about: one of the client's roots, else where it was started. A request may name one
 * of those, or a folder of the same repository. An agent does not reach the memory of a project that its client does not
 * work in: a request to read or write there may come from foreign text.
 */
export function chooseFolder(
  named: string | undefined,
  { roots, cwd }: { roots: readonly string[]; cwd: string },
): string {
  const base = rootFor(roots, cwd) ?? cwd;
  if (named === undefined || named.trim() === '') return base;
  const folder = pathOf(named) ?? resolve(base, named);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    if ([base, ...roots].some((allowed) => isSameProject(folder, allowed))) return folder;
    throw new Problem(
      `${folder} belongs to another project than ${base}; agents can only access the project they work in.`,
      'Omit `project`, or ask the user to start the client there.',
      'not_found',
    );
  }
  throw new Problem(
    found ? `${folder} is not a folder.` : `Folder ${folder} does not exist.`,
    'Pass the absolute path of the project’s folder, or omit it for the current one.',
    'not_found',
  );
}

/** Two folders of one repository; outside of one, each folder is a project of its own. */
function isSameProject(one: string, other: string): boolean {
  const [a, b] = [realpathSync(one), existsSync(other) ? realpathSync(other) : other];
  if (a === b) return true;
  const repository = repositoryOf(a);
  return repository !== undefined && repository === repositoryOf(b);
}

/** The nearest folder above, or the folder itself, that git knows as the top of a work tree. */
export function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
}

const rootFolders = (roots: readonly { uri: string }[]): string[] =>
  roots.flatMap(({ uri }) => {
    const folder = pathOf(uri);
    return folder !== undefined && isFolder(folder) ? [folder] : [];
  });

/** Of several roots the one that it was started in. */
function rootFor(roots: readonly string[], cwd: string): string | undefined {
  const around = (root: string) => {
    const way = relative(root, cwd);
    return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
  };
  return roots.find(around) ?? roots[0];
}

function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

export type Roots = ReturnType<typeof rootsOf>;

/**
 * Asks a client for its roots once, and again when they have changed. Until the revision of 2026 a server asks by itself;
 * since then it answers a call with the question, and the call comes again with the roots.
 */
export function rootsOf({ server }: McpServer, { roots: patience }: McpTimeouts) {
  let known: Promise<readonly string[]> | undefined;
  let askedInAnswer = false;
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    known = undefined;
  });
  const now = () => (known ??= asked(server, patience));
  return {
    /** The folders where no request asks: right after the beginning. */
    now,
    /** Answers with the folders, or with the question that the client has to be asked first. */
    async of(ctx: ServerContext): Promise<{ folders: readonly string[] } | { ask: InputRequiredResult }> {
      const { envelope, inputResponses } = ctx.mcpReq;
      if (envelope === undefined) return { folders: await now() };
      const told = inputResponse(inputResponses, ROOTS);
      if (told.kind === 'roots') known = Promise.resolve(rootFolders(told.roots));
      const { roots } = (envelope as Envelope)[CLIENT_CAPABILITIES_META_KEY] ?? {};
      if (known || !roots || askedInAnswer) return { folders: (await known) ?? [] };
      askedInAnswer = true;
      return { ask: inputRequired({ inputRequests: { [ROOTS]: inputRequired.listRoots() } }) };
    },
  };
}

const ROOTS = 'roots';

/** What a request says of its client, as far as it is looked at here. */
type Envelope = { [CLIENT_CAPABILITIES_META_KEY]?: { roots?: object } };

async function asked(server: McpServer['server'], timeout: number): Promise<readonly string[]> {
  if (!server.getClientCapabilities()?.roots) return [];
  try {
    return rootFolders((await server.listRoots(undefined, { timeout })).roots);
  } catch {
    // A client that says it has roots and does not tell them: where it was started will do.
    return [];
  }
}
