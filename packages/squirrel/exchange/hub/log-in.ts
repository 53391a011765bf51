import { HUB_PROTOCOL, type PairReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { knownSpace, putSpace, setSyncNote } from '../../store/memory/shared.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { askHub, HubProblem, hubAddress } from './ask-hub.ts';
import { readLogin, writeLogin } from './login.ts';
import { hubPersonId } from './take-records.ts';

/** Pairs this home with a hub by a code that its owner made, or takes a key that was made for it; the key stays in the home. */
export async function logIn(engine: Engine, { url: typed, code, key, person, device }: Parsed<'hubLogin'>) {
  const url = freeAddress(engine, typed);
  if (key !== undefined) return keep(engine, url, await ownerOf(url, key.trim()));
  if (code === undefined) throw new Problem('Logging in needs a code.', 'Run `sqrl help login`.', 'usage');
  const said = { code: code.trim(), person: person.trim(), device: device.trim() };
  return keep(engine, url, await askHub({ url }, 'pair', said));
}

/** Begins a login that a person approves on the account page of the hub; null where the hub has no accounts. */
export async function beginLogin(engine: Engine, { url: typed, device }: Parsed<'hubBegin'>) {
  const url = freeAddress(engine, typed);
  const { accounts } = await askHub({ url }, 'hello', {});
  if (!accounts) return { login: null };
  const login = await askHub({ url }, 'device', { device });
  // The person signs in there: at the hub that they named, or where its operator says that it is, over TLS.
  return { login: { ...login, approveAt: pageAddress(login.approveAt) } };
}

function pageAddress(said: string): string {
  const at = new URL(said);
  hubAddress(at.origin);
  return at.href;
}

/** Asks once whether the login was approved; null while it was not. */
export async function awaitLogin(engine: Engine, { url: typed, code }: Parsed<'hubAwait'>) {
  const url = freeAddress(engine, typed);
  const reply = await askHub({ url }, 'device/key', { code });
  return { login: reply.status === 'waiting' ? null : keep(engine, url, reply) };
}

function freeAddress(engine: Engine, typed: string): string {
  const url = hubAddress(typed);
  const known = readLogin(engine.home.root);
  if (!known) return url;
  throw new Problem(
    `This home is logged in at ${known.url} already, as ${known.person.name}.`,
    known.url === url
      ? 'A code for a team: `sqrl join CODE`. To log in as another person, run `sqrl logout` first.'
      : 'Run `sqrl logout` first.',
    'usage',
  );
}

/** What a pairing says, for a key that the hub knows already. */
async function ownerOf(url: string, key: string): Promise<PairReply> {
  const nothing = { protocol: HUB_PROTOCOL, spaces: [], push: [] };
  const asked = await askHub({ url, key }, 'sync', nothing).catch((error) => {
    if (!(error instanceof HubProblem) || error.status !== 401) throw error;
    throw new Problem(
      `The hub at ${url} does not know the key: it was revoked, has expired, or is of another hub.`,
      'Make a new one on the account page of the hub.',
      'forbidden',
      error,
    );
  });
  const { device, person, spaces } = asked;
  const org = spaces.find(({ kind }) => kind === 'org');
  return { key, device, person, spaces, org: { id: org?.id ?? '-', name: org?.name ?? '-' } };
}

function keep(engine: Engine, url: string, { key, org, device, person, spaces }: PairReply) {
  writeLogin(engine.home.root, { key, org, device, person, url });
  const { store } = engine.user;
  store.transaction(() => {
    setSyncNote(store, 'hub person', hubPersonId(person));
    for (const { id, kind, name, role } of spaces)
      putSpace(store, knownSpace(store, id) ?? { id, kind, name, role, project: null, cursor: 0, mark: '' });
  });
  return {
    ...{ url, org: org.name, person: person.name },
    spaces: spaces.map(({ generation: _, ...space }) => space),
  };
}
