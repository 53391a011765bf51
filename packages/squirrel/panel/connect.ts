import { relative } from 'node:path';
import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { applySetup } from '../clients/setup/carry-out.ts';
import type { ClientSetup } from '../clients/setup/client.ts';
import { CLIENT_SETUPS, foundBy } from '../clients/setup/clients.ts';
import { type DiffLine, diffOf } from '../clients/setup/diff.ts';
import { readInstalled } from '../clients/setup/installed.ts';
import { type FileChange, isNeeded, planWithOwn } from '../clients/setup/plan.ts';
import type { SetupContext } from '../clients/setup/surroundings.ts';
import type { Engine } from '../workspace/workspace.ts';

export interface ConnectRequest {
  client: HookClient;
  dryRun: boolean;
}

/** Sets up one client for all projects, as `sqrl init` does; a dry run only shows each line that it would write. */
export function connect(engine: Engine, { client, dryRun }: ConnectRequest) {
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
export function connectable(engine: Engine) {
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
