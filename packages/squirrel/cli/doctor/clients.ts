import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { applySetup } from '../../clients/setup/carry-out.ts';
import type { ClientSetup, SetupFiles } from '../../clients/setup/client.ts';
import { CLIENT_SETUPS, foundBy } from '../../clients/setup/clients.ts';
import { readInstalled } from '../../clients/setup/installed.ts';
import { MCP_SETUPS } from '../../clients/setup/mcp-clients.ts';
import { type FileChange, isNeeded, planSetup } from '../../clients/setup/plan.ts';
import type { SetupContext } from '../../clients/setup/surroundings.ts';
import type { Output } from '../../protocol/verbs.ts';
import { bad, type DoctorFinding, good, look } from './finding.ts';

export interface DoctorContext {
  here: SetupContext;
  version: string;
  now: number;
  /** Last event of each client; undefined if the memory could not be opened. */
  heard: Output<'status'>['clients'] | undefined;
}

/** Checks every client that is installed or was set up: registration, trust and last event. */
export function lookAtClients(patient: DoctorContext): DoctorFinding[] {
  const { here } = patient;
  const notes = readInstalled(here.memory);
  const known = CLIENT_SETUPS.filter(
    (setup) =>
      foundBy(setup, here) !== undefined || notes?.files.some(({ client }) => client === setup.client),
  );
  const tools = MCP_SETUPS.filter(({ client }) => notes?.files.some((file) => file.client === client));
  if (known.length + tools.length === 0)
    return [look('clients', 'No agent was found on this machine.', 'Install one, then run `sqrl init`.')];
  const found = tools.map((setup) => registration(setup, true, patient));
  const agents = known.flatMap((setup) => {
    const wasSetUp = notes?.files.some(({ client }) => client === setup.client) === true;
    const registered = registration(setup, wasSetUp, patient);
    if (registered.state !== 'good') return [registered];
    return [registered, ...runsHooks(setup, here), hearing(setup, patient)];
  });
  return [...agents, ...found];
}

function registration(
  setup: SetupFiles,
  wasSetUp: boolean,
  { here, now, version }: DoctorContext,
): DoctorFinding {
  const { client, title } = setup;
  const notes = readInstalled(here.memory);
  const changes = planSetup([setup], here);
  const refused = changes.find((change) => change.refused && !change.refused.needless);
  const hasHooks = setup.programs !== undefined;
  const command = `sqrl init --${hasHooks ? 'client' : 'mcp'} ${client}`;
  if (refused)
    return bad(
      client,
      `${refused.target.path}, line ${refused.refused!.line}: ${refused.refused!.because}`,
      `Fix that file, then run \`${command}\`.`,
    );
  const missing = changes.filter(isNeeded);
  if (missing.length === 0)
    return good(client, `${title} has the tools${hasHooks ? ' and hooks' : ''}, and their paths exist.`);
  if (!wasSetUp) return look(client, `${title} is installed but not set up.`, `Run \`${command}\`.`);
  return bad(client, `${title} lacks ${whatOf(missing)}, or has an old path.`, `Run \`${command}\`.`, () => {
    applySetup(missing, { here, notes, now, version });
    return `${title} is set up for this version.`;
  });
}

const whatOf = (changes: readonly FileChange[]): string =>
  [...new Set(changes.map(({ target }) => target.what))].join(', ');

function runsHooks({ client, check }: ClientSetup, here: SetupContext): DoctorFinding[] {
  if (!check) return [];
  const { runs, says, fix } = check(here);
  return [runs ? good(client, says) : bad(client, says, fix)];
}

const QUIET_MS = 14 * 86_400_000;
const QUIET_HOOKS_MS = 2 * 3_600_000;

function hearing({ client, title }: ClientSetup, { here, heard, now }: DoctorContext): DoctorFinding {
  const known = heard?.find((one) => one.client === (client as HookClient));
  const last = known?.lastAt ?? null;
  if (!heard)
    return look(client, `Could not check the last event of ${title}.`, 'Fix the errors above first.');
  if (last === null)
    return look(
      client,
      `No event of ${title} yet.`,
      `Use it once, or run \`sqrl ingest --client ${client}\`.`,
    );
  const when = relativeTime(last, now);
  const since = readInstalled(here.memory)?.at ?? now;
  const called = known?.hookAt ?? undefined;
  // A session that ran while it was set up calls none.
  if (last - Math.max(since, called ?? 0) > QUIET_HOOKS_MS)
    return bad(
      client,
      `${title} worked ${when}, but its last hook call was ${called === undefined ? 'never' : relativeTime(called, now)}.`,
      'Restart it. If that does not help, look for an error in its settings: a client ignores all hooks of a file that it cannot read.',
    );
  return now - last > QUIET_MS
    ? look(
        client,
        `Last event of ${title}: ${when}.`,
        `If you used it since, run \`sqrl ingest --client ${client}\` and \`sqrl status sources\`.`,
      )
    : good(client, `Last event of ${title}: ${when}.`);
}
