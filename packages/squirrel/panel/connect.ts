import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import { applySetup } from '../clients/setup/carry-out.ts';
import type { ClientSetup } from '../clients/setup/client.ts';
import { CLIENT_SETUPS, foundBy } from '../clients/setup/clients.ts';
import { type DiffLine, diffOf } from '../clients/setup/diff.ts';
import { readInstalled } from '../clients/setup/installed.ts';
import { type FileChange, isNeeded, planWithOwn } from '../clients/setup/plan.ts';
import type { SetupContext } from '../clients/setup/surroundings.ts';
import type { Parsed } from '../protocol/verbs.ts';
import type { Engine } from '../workspace/workspace.ts';

/** Sets up one client for all projects, as `sqrl init` does; a dry run only shows each line that it would write. */
export function connect(engine: Engine, { client, dryRun }: Parsed<'connect'>) {
  const here = machineOf(engine);
  const setup = CLIENT_SETUPS.find((one) => one.client === client)!;
  const planned = planWithOwn([setup], here);
  const notes = readInstalled(here.memory);
  const { version } = engine.machine!;
  const changes = dryRun ? planned : applySetup(planned, { here, notes, now: engine.now(), version });
  return {
    client,
    title: setup.title,
    /** Why nothing is written for it. */
    already: setup.already?.(here) ?? null,
    files: changes
      .filter((change) => isNeeded(change) || change.refused)
      .map((change) => shown(change, here)),
    next: setup.next?.(here) ?? [],
  };
}

/** Every client that can be set up, and by what it was found on this machine. */
function connectable(engine: Engine) {
  if (!engine.machine) return [];
  const here = machineOf(engine);
  return CLIENT_SETUPS.map((setup: ClientSetup) => ({
    client: setup.client,
    title: setup.title,
    found: foundBy(setup, here) ?? null,
  }));
}

function machineOf({ machine, home }: Engine): SetupContext {
  if (!machine)
    throw new Problem(
      'Only the installed program can set up clients.',
      'Run `sqrl init` in a terminal.',
      'invalid',
    );
  const { version: _, ...rest } = machine;
  return { ...rest, memory: home.root };
}

const shown = ({ target: { path, what }, before, after, refused }: FileChange, { person }: SetupContext) => ({
  path: path.startsWith(person) ? `~/${relative(person, path).replaceAll('\\', '/')}` : path,
  what,
  isNew: before === undefined,
  refused: refused ? `${refused.because} (line ${refused.line})` : null,
  lines: (refused ? [] : diffOf(before ?? '', after)) as DiffLine[],
});

/** What was added to which client's files when this machine was set up, and whether it still stands there. */
export function setup(engine: Engine) {
  const { home } = engine;
  const notes = notesIn(home.root);
  const files = (notes?.files ?? []).flatMap(({ client, ...file }) =>
    client === null ? [] : [{ client, path: file.path, what: file.what, stands: stands(file) }],
  );
  return {
    at: notes?.at ?? null,
    available: connectable(engine),
    clients: [...Map.groupBy(files, ({ client }) => client)].map(([client, some]) => ({
      client,
      files: some.map(({ client: _, ...file }) => file),
    })),
  };
}

/** Notes that cannot be read are as good as none: the doctor says what is wrong with them. */
function notesIn(root: string) {
  try {
    return readInstalled(root);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** A person or the client may have changed the rest of the file: each of our entries has our name in it. */
function stands({ path, after }: { path: string; after: string }): boolean {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return false;
  }
  return createHash('sha256').update(text).digest('hex') === after || /sqrl|squirrel-memory/.test(text);
}
