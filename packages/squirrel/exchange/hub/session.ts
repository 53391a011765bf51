import { printedName } from '@sqrl/base/model/printed.ts';
import { HUB_LIMITS, type HubSpace } from '@sqrl/base/model/sync/hub-protocol.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import {
  countPending,
  countShared,
  dropSpace,
  dropSyncNote,
  exchangedKeys,
  forgedRecords,
  type KnownSpace,
  knownSpace,
  knownSpaces,
  putSpace,
  refusedChanges,
  setSyncNote,
  sharedRows,
  syncNote,
} from '../../store/memory/shared.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { listConflicts } from '../conflicts.ts';
import { askHub, HubProblem } from './ask-hub.ts';
import { adoptedCode, type HubLogin, readLogin, removeLogin, writeLogin } from './login.ts';
import { codeFor, generationOf, resealed } from './recovery-code.ts';
import { newRecoveryCode } from './seal.ts';
import { type HubExchange, noteFailure, openSpaces, syncHub } from './sync-hub.ts';
import { leaveSpace } from './take-records.ts';

/** Forgets the key of this home, here and at the hub where that answers. Memories of others stay unless told otherwise. */
export async function logOut(engine: Engine, { remove }: Parsed<'hubLogout'>) {
  const login = loginOrDamage(engine);
  const revoked = login !== undefined && (await revokeOwn(login));
  removeLogin(engine.home.root);
  let removed = 0;
  for (const at of engine.indexedStores)
    at.store.transaction(() => {
      for (const name of ['hub person', 'hub auto', 'hub clock', 'hub synced', 'hub failed'] as const)
        dropSyncNote(at.store, name);
      for (const { id } of remove ? knownSpaces(at.store) : []) {
        removed += leaveSpace(at, sharedRows(at.store, id).values(), { keepOwn: true });
        dropSpace(at.store, id);
      }
    });
  return { url: login?.url ?? 'the hub', revoked, removed };
}

/** A damaged file must not keep a person from logging out. */
function loginOrDamage(engine: Engine): HubLogin | undefined {
  try {
    return requiredLogin(engine);
  } catch (error) {
    if (error instanceof Problem && error.code === 'store') return undefined;
    throw error;
  }
}

async function revokeOwn(login: HubLogin): Promise<boolean> {
  try {
    await askHub(login, 'revoke', { device: login.device }, { timeoutMs: 5000 });
    return true;
  } catch (error) {
    if (!(error instanceof HubProblem)) throw error;
    return error.status === 401;
  }
}

/** How this home stands with its hub; asks nobody. */
export function hubStatus(engine: Engine) {
  const login = readLogin(engine.home.root);
  const { store } = engine.user;
  const stores = engine.indexedStores.map((at) => at.store);
  const syncedAt = Number(syncNote(store, 'hub synced') ?? 0) || null;
  const briefed = briefedSpaces(store);
  return {
    login: login
      ? { url: login.url, org: login.org.name, person: login.person.name, device: login.device }
      : null,
    syncedAt,
    failed: syncNote(store, 'hub failed') ?? null,
    aheadMs: Number(syncNote(store, 'hub clock') ?? 0),
    personal: syncNote(store, 'hub auto') !== undefined,
    waiting: stores.reduce((sum, each) => sum + countPending(each), 0),
    refused: stores.flatMap((each) =>
      refusedChanges(each).map(({ id, space, why, at }) => ({
        id,
        why,
        at,
        space: nameOfSpace(engine, space),
      })),
    ),
    conflicts: listConflicts(engine).length,
    forged: stores.flatMap((each) =>
      forgedRecords(each).map((one) => ({ ...one, space: nameOfSpace(engine, one.space) })),
    ),
    exchanged: exchangedKeys(store).map(({ device, name, at }) => ({ device, person: name, at })),
    linked: engine.project ? (knownSpaces(engine.own.store)[0]?.name ?? null) : null,
    spaces: openSpaces(engine).map(({ at, space }) => {
      const { mine = 0, reviewed = 0, proposed = 0 } = countShared(at.store, space.id);
      const { id, kind, name, role } = space;
      return {
        ...{ id, kind, name, role, standing: { mine, reviewed, proposed } },
        waiting: countPending(at.store, id),
        auto: (kind === 'personal' || kind === 'project') && syncNote(at.store, 'hub auto') !== undefined,
        isNew: kind !== 'personal' && reviewed > 0 && !briefed.includes(id),
      };
    }),
  };
}

/** The spaces of which the person has read what a newcomer should know, or which they founded. */
const briefedSpaces = (store: Store): string[] => (syncNote(store, 'hub briefed') ?? '').split(' ');

export function noteBriefed(store: Store, space: string): void {
  const known = briefedSpaces(store);
  if (!known.includes(space)) setSyncNote(store, 'hub briefed', [...known, space].join(' ').trim());
}

/** The name of a space, or its id where it is not known any more. */
export const nameOfSpace = ({ indexedStores }: Engine, id: string): string =>
  indexedStores.map(({ store }) => knownSpace(store, id)?.name).find((name) => name !== undefined) ?? id;

/**
 * Exchanges changes with the hub now. `personal`: one's global memories too, from now on; or no more. They are sealed: the
 * first device makes the code, and the others are given it. The answer has a code that was made now.
 */
export async function syncNow(
  engine: Engine,
  { rebuild, personal, code, newCode }: Parsed<'hubSync'>,
  { signal }: { signal?: AbortSignal | undefined },
): Promise<HubExchange & { recoveryCode: string | null }> {
  const before = requiredLogin(engine);
  const login = newCode
    ? await changeCode(engine, before)
    : personal === true
      ? await beginPersonal(engine, before, code)
      : before;
  if (personal === false) dropSyncNote(engine.user.store, 'hub auto');
  const isMade = login.recoveryCode !== before.recoveryCode && code === undefined;
  try {
    const done = await syncHub(engine, login, { rebuild, signal });
    return { ...done, recoveryCode: isMade ? login.recoveryCode! : null };
  } catch (error) {
    noteFailure(engine, error);
    throw error;
  }
}

async function beginPersonal(
  { home, user: { store } }: Engine,
  login: HubLogin,
  code: string | undefined,
): Promise<HubLogin> {
  const space = knownPersonal(store);
  if (!space)
    throw new Problem('The hub has no personal space for you.', 'Ask its owner to update it.', 'invalid');
  const isOther = code !== undefined && code !== login.recoveryCode;
  const recoveryCode =
    isOther || login.recoveryCode === undefined ? await codeFor(login, space.id, code) : login.recoveryCode;
  const generation = isOther ? await generationOf(login, space.id) : (login.generation ?? 0);
  const sealed = { ...login, recoveryCode, generation };
  writeLogin(home.root, sealed);
  setSyncNote(store, 'hub auto', 'personal');
  // What could not be opened before is read again.
  if (isOther) putSpace(store, { ...space, cursor: 0, mark: '' });
  return sealed;
}

/** Seals this person's global memories with a new code, which other devices need from then on. */
async function changeCode({ home, user: { store } }: Engine, before: HubLogin): Promise<HubLogin> {
  const space = knownPersonal(store);
  if (!space || before.recoveryCode === undefined) throw noCode();
  const login = adoptedCode(home.root, before, await generationOf(before, space.id));
  const nextCode = newRecoveryCode();
  const body = await resealed(login, space.id, nextCode);
  if (JSON.stringify(body).length > HUB_LIMITS.bytes)
    throw new Problem(
      `Your global memories are more than the hub takes at once (${HUB_LIMITS.bytes / 1e6} MB), so their code cannot be changed.`,
      'Archive or forget some of them first. Nothing was changed.',
    );
  // Kept before it is used: a reply may be lost.
  writeLogin(home.root, { ...login, nextCode });
  const { generation } = await askHub(login, 'reseal', body);
  return adoptedCode(home.root, { ...login, nextCode }, generation);
}

const knownPersonal = (store: Store): KnownSpace | undefined =>
  knownSpaces(store).find(({ kind }) => kind === 'personal');

const noCode = () =>
  new Problem(
    'Global memories are not in sync here, so there is no code.',
    'Run `sqrl sync --personal`.',
    'usage',
  );

export function recoveryCode(engine: Engine): { code: string } {
  const { recoveryCode: code } = requiredLogin(engine);
  if (code === undefined) throw noCode();
  return { code };
}

export const spaceRow = ({ id, kind, name, role }: HubSpace): KnownSpace => ({
  ...{ id, kind, name, role },
  ...{ project: null, cursor: 0, mark: '' },
});

/** The login of this home, or the way to one. */
export function requiredLogin({ home }: Engine): HubLogin {
  const login = readLogin(home.root);
  if (!login)
    throw new Problem(
      'This home is not logged in at a hub.',
      'Run `sqrl login URL`, with the CODE that you were given; `sqrl-hub serve` starts a hub of your own.',
      'usage',
    );
  return login;
}

/** The space that a person means; after an exchange, where it is not known here: others may have added them since. */
export async function spaceNow(
  engine: Engine,
  word: string,
  kinds?: readonly KnownSpace['kind'][],
): Promise<KnownSpace> {
  try {
    return spaceMeant(engine, word, kinds);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'not_found')) throw error;
    await syncHub(engine, requiredLogin(engine));
    return spaceMeant(engine, word, kinds);
  }
}

/** The space that a person means: `crew`, `team:crew`, `project`, or an id. */
function spaceMeant(engine: Engine, word: string, kinds?: readonly KnownSpace['kind'][]): KnownSpace {
  const all = [
    ...knownSpaces(engine.user.store).filter(({ kind }) => kind !== 'project'),
    ...(engine.project ? knownSpaces(engine.own.store) : []),
  ].filter(({ kind }) => !kinds || kinds.includes(kind));
  const [, kind, name] = /^(personal|project|team|org):(.+)$/.exec(word) ?? [];
  const found = all.filter(
    (space) =>
      space.id === word ||
      space.kind === word ||
      space.name.toLowerCase() === (name ?? word).toLowerCase() ||
      (kind === space.kind && space.id === name),
  );
  const fitting = kind ? found.filter((space) => space.kind === kind) : found;
  if (fitting.length === 1) return fitting[0]!;
  const list = (fitting.length > 1 ? fitting : all)
    .map(({ kind, name, id }) => (fitting.length > 1 ? `${kind}:${id}` : `${kind}:${printedName(name)}`))
    .join(', ');
  if (word === 'project' && fitting.length === 0)
    throw new Problem('This project is not linked to a space of the hub.', 'Run `sqrl link`.', 'usage');
  throw new Problem(
    fitting.length === 0 ? `You are in no space called ${word}.` : `Several spaces are called ${word}.`,
    list === ''
      ? 'Run `sqrl team create NAME`, or ask for an invitation.'
      : `${fitting.length > 1 ? 'Pass one of' : 'Yours'}: ${list}.`,
    'not_found',
  );
}
