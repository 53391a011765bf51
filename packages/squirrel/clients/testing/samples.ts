import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import type { Acceptance } from '../reading/testing/acceptance.ts';
import type { Fixture } from '../reading/testing/fixtures.ts';

/** What a client's folder has for the acceptance tests. */
export interface ClientSamples extends Acceptance {
  /** Logs made in an empty folder, of a client that the fixtures of real runs lack. */
  fixtures?(home: string): Fixture[];
  /** Files below the home as people have them before they meet us: comments, tabs, foreign line ends, things of others. */
  settings: Record<string, string>;
  /** A prompt as the client hands it to our hook: the event and its input. */
  prompt(said: { session: string; cwd: string; text: string }): [event: string, input: object];
  /** Keys that the client takes in the answer of a hook. */
  answerKeys: readonly string[];
}

/** The samples in a client's folder. */
export const samplesOf = async (client: HookClient): Promise<ClientSamples> =>
  (await import(`../${client}/testing/samples.ts`)).samples;
