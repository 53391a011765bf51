import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client, Outcome, Tool } from '@sqrl/base/model/event.ts';
import type { ClientFolders } from '@sqrl/base/model/reader.ts';
import { clientFolders } from '../../folders.ts';

/** What a client left on disk, and what truly happened while it did. */
export interface Fixture {
  name: string;
  folders: ClientFolders;
  /** Absent where nobody wrote down what happened. */
  truth?: FixtureTruth;
}

/** As the script of the run tells it; no log was asked. */
export interface FixtureTruth {
  prompts: string[];
  replies: string[];
  calls: { tool: Tool; name: string; outcome: Outcome; file?: string; agent?: true }[];
  counts: Record<'prompts' | 'calls' | 'failed' | 'rejected' | 'interrupted' | 'compactions', number>;
}

const LOGS = fileURLToPath(new URL('../../../../../test/fixtures/logs', import.meta.url));

/** The logs that real runs of a client left, each run in a home of its own. */
export function fixturesOf(client: Client): Fixture[] {
  const all: (FixtureTruth & { client: Client; scenario: string })[] = JSON.parse(
    readFileSync(join(LOGS, 'manifest.json'), 'utf8'),
  );
  return all
    .filter((fixture) => fixture.client === client)
    .map(({ scenario, ...truth }) => ({
      name: scenario,
      folders: foldersIn(join(LOGS, client, scenario)),
      truth,
    }));
}

/** Where each client keeps its logs in a home. */
export const foldersIn = (home: string): ClientFolders =>
  clientFolders({ person: home, platform: 'linux', env: {} });
