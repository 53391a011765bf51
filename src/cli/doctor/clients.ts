import type { ClientSetup } from '../../clients/setup/client.ts';
import { CLIENT_SETUPS, foundBy } from '../../clients/setup/clients.ts';
import type { Surroundings } from '../../clients/setup/surroundings.ts';
import type { HookClient } from '../../model/hook-events.ts';
import type { Output } from '../../protocol/verbs.ts';
import { carryOut } from '../setup/carry-out.ts';
import { readInstalled } from '../setup/installed.ts';
import { type Change, isNeeded, planSetup } from '../setup/plan.ts';
import { relativeTime } from '../time.ts';
import { bad, type Finding, good, look } from './finding.ts';

export interface Patient {
  here: Surroundings;
  version: string;
  now: number;
  /** What was heard of each client; undefined where the memory could not be asked. */
  heard: Output<'status'>['clients'] | undefined;
}

/** Looks at every client that is on this machine or was set up: whether it is told of us as this version tells it. */
export function lookAtClients(patient: Patient): Finding[] {
  const { here } = patient;
  const notes = readInstalled(here.memory);
  const known = CLIENT_SETUPS.filter(
    (setup) =>
      foundBy(setup, here) !== undefined || notes?.files.some(({ client }) => client === setup.client),
  );
  if (known.length === 0)
    return [look('clients', 'No agent was found on this machine.', 'Install one, then `sqrl init`.')];
  return known.flatMap((setup) => {
    const wasSetUp = notes?.files.some(({ client }) => client === setup.client) === true;
    const registered = registration(setup, wasSetUp, patient);
    if (registered.state !== 'good') return [registered];
    return [registered, ...runsHooks(setup, here), hearing(setup, patient)];
  });
}

function registration(setup: ClientSetup, wasSetUp: boolean, { here, now, version }: Patient): Finding {
  const { client, title } = setup;
  const notes = readInstalled(here.memory);
  const changes = planSetup([setup], here, notes);
  const refused = changes.find((change) => change.refused && !change.refused.needless);
  const command = `sqrl init --client ${client}`;
  if (refused)
    return bad(
      client,
      `${refused.target.path}, line ${refused.refused!.line}: ${refused.refused!.because}`,
      `Mend that file, then \`${command}\`.`,
    );
  const missing = changes.filter(isNeeded);
  if (missing.length === 0) return good(client, `${title} has the tools and hooks, by paths that are there.`);
  if (!wasSetUp) return look(client, `${title} is here, and not set up.`, `\`${command}\``);
  return bad(client, `${title} lacks ${whatOf(missing)}, or has it by an old path.`, `\`${command}\``, () => {
    carryOut(missing, { here, notes, now, version });
    return `${title} is set up as this version does it.`;
  });
}

const whatOf = (changes: readonly Change[]): string =>
  [...new Set(changes.map(({ target }) => target.what))].join(', ');

function runsHooks({ client, check }: ClientSetup, here: Surroundings): Finding[] {
  if (!check) return [];
  const { runs, says, fix } = check(here);
  return [runs ? good(client, says) : bad(client, says, fix)];
}

const LONG = 14 * 86_400_000;

function hearing({ client, title }: ClientSetup, { heard, now }: Patient): Finding {
  const last = heard?.find((one) => one.client === (client as HookClient))?.lastAt ?? null;
  if (!heard)
    return look(client, `Whether ${title} is heard could not be asked.`, 'Mend what is bad above first.');
  if (last === null)
    return look(
      client,
      `Nothing was heard of ${title} yet.`,
      `Use it once, or read its history: sqrl ingest --client ${client}`,
    );
  const when = relativeTime(last, now);
  return now - last > LONG
    ? look(
        client,
        `${title} was last heard ${when}.`,
        `If you used it since: sqrl sources, and sqrl ingest --client ${client}`,
      )
    : good(client, `${title} was last heard ${when}.`);
}
