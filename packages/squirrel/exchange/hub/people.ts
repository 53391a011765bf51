import { createHash } from 'node:crypto';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { HubMember } from '@sqrl/base/model/sync/hub-protocol.ts';
import { sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import { canonical, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { addComment, closeDisputes, commentsAbout } from '../../learn/sharing/comments.ts';
import { mayChangeAll } from '../../learn/sharing/note-shared.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { memoryAt, rowById } from '../../store/memory/memories.ts';
import {
  dropSpace,
  knownSpace,
  putSpace,
  sharedRow,
  sharedRows,
  trustOffered,
} from '../../store/memory/shared.ts';
import { findMemory } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { askHub } from './ask-hub.ts';
import type { HubLogin } from './login.ts';
import { noteBriefed, requiredLogin, spaceNow, spaceRow } from './session.ts';
import { importanceOf } from './share-in.ts';
import { openSpaces, syncHub } from './sync-hub.ts';
import { leaveSpace } from './take-records.ts';

const SHARED_KINDS = ['team', 'org', 'project'] as const;

export async function createTeam(engine: Engine, { name }: Parsed<'teamCreate'>) {
  const login = requiredLogin(engine);
  const { space } = await askHub(login, 'spaces', { kind: 'team', name });
  putSpace(engine.user.store, spaceRow(space));
  // Its founder is no newcomer.
  noteBriefed(engine.user.store, space.id);
  return { space };
}

/** Makes a code with which a person joins a space, or with which a further device of one's own does. */
export async function invite(engine: Engine, { of, role }: Parsed<'teamInvite'>) {
  const login = requiredLogin(engine);
  const space = of === undefined ? undefined : await spaceNow(engine, of, SHARED_KINDS);
  const reply = await askHub(login, 'invite', { space: space?.id, role });
  return { ...reply, url: login.url, space: space?.name ?? null };
}

export async function joinTeam(engine: Engine, { code }: Parsed<'teamJoin'>) {
  const login = requiredLogin(engine);
  const { space } = await askHub(login, 'join', { code });
  const { store } = engine.user;
  if (!knownSpace(store, space.id)) putSpace(store, spaceRow(space));
  return { space };
}

export async function members(engine: Engine, { of }: Parsed<'teamMembers'>) {
  const login = requiredLogin(engine);
  const { id, name } = await spaceNow(engine, of, SHARED_KINDS);
  return { space: name, ...(await askHub(login, 'members', { space: id })) };
}

/** Gives a person a role in a space, or takes them out of it. */
export async function setRole(engine: Engine, { of, person, role }: Parsed<'teamRole'>) {
  const login = requiredLogin(engine);
  const space = await spaceNow(engine, of, SHARED_KINDS);
  const all = async (id: string) => (await members(engine, { of: id })).members;
  const found = personIn(await all(space.id), person) ?? personIn(await all(login.org.id), person);
  if (!found)
    throw new Problem(
      `${login.org.name} has no person called ${person}.`,
      `\`sqrl team members org\` lists them; \`sqrl team invite ${of}\` makes a code for a new one.`,
      'not_found',
    );
  const reply = await askHub(login, 'role', { space: space.id, person: found.id, role });
  return { space: space.name, ...reply };
}

function personIn(known: readonly HubMember[], said: string): HubMember['person'] | undefined {
  const byName = known.filter(({ person }) => person.name.toLowerCase() === said.toLowerCase());
  const meant = known.find(({ person }) => person.id === said || person.name === said) ?? byName[0];
  if (byName.length > 1 && meant?.person.name !== said && meant?.person.id !== said)
    throw new Problem(
      `Several people are called ${said}.`,
      `Pass the id: ${byName.map(({ person }) => person.id).join(', ')}.`,
      'usage',
    );
  return meant?.person;
}

/** Has a space forget what was not changed for some days; null keeps everything. */
export async function setRetention(engine: Engine, { of, days }: Parsed<'teamRetention'>) {
  const login = requiredLogin(engine);
  const { id, name } = await spaceNow(engine, of, SHARED_KINDS);
  const reply = await askHub(login, 'retention', { space: id, days });
  await syncHub(engine, login);
  return { space: name, ...reply };
}

export async function leave(engine: Engine, { of, keepOwn }: Parsed<'teamLeave'>) {
  const login = requiredLogin(engine);
  const space = await spaceNow(engine, of, SHARED_KINDS);
  await askHub(login, 'leave', { space: space.id });
  let removed = 0;
  for (const at of engine.indexedStores)
    at.store.transaction(() => {
      if (!knownSpace(at.store, space.id)) return;
      removed += leaveSpace(at, sharedRows(at.store, space.id).values(), { keepOwn });
      dropSpace(at.store, space.id);
    });
  return { space: space.name, removed };
}

/** What a newcomer should know first: the five memories of a space that matter most. */
export async function teamBrief(engine: Engine, { of, limit, read }: Parsed<'teamBrief'>) {
  const { id, name } = await spaceNow(engine, of, SHARED_KINDS);
  if (read) noteBriefed(engine.user.store, id);
  const place = openSpaces(engine).find(({ space }) => space.id === id);
  const store = place?.at.store;
  const rows = store ? [...sharedRows(store, id).values()] : [];
  const found = rows.flatMap(({ id: memory, state, kind, standing, facts }) => {
    const row = kind === 'memory' && standing !== 'hidden' ? rowById(store!, memory) : undefined;
    const known = row === undefined ? undefined : memoryAt(store!, row)!;
    // What nobody has reviewed is not what a team says.
    const isSaid = known && standing !== 'proposed' && !facts?.proposed && known.status === 'active';
    return isSaid ? [{ memory: known, importance: importanceOf(state) }] : [];
  });
  found.sort((a, b) => b.importance - a.importance || a.memory.createdAt - b.memory.createdAt);
  return { space: name, memories: found.slice(0, limit), total: found.length };
}

export async function devices(engine: Engine, { revoke, trust }: Parsed<'hubDevices'>) {
  const login = requiredLogin(engine);
  if (trust !== undefined) await trustKey(engine, login, trust);
  const { devices: all } = await askHub(login, 'devices', {});
  if (revoke === undefined) return { own: login.device, devices: all };
  const meant = all.filter(({ id, name }) => id === revoke || name === revoke || id.startsWith(revoke));
  if (meant.length !== 1)
    throw new Problem(
      meant.length === 0 ? `You have no device ${revoke}.` : `Several devices are called ${revoke}.`,
      'Run `sqrl devices` to see the ids.',
      'not_found',
    );
  return { own: login.device, ...(await askHub(login, 'revoke', { device: meant[0]!.id })) };
}

/** Believes the new key of a device, and fetches again what was not used meanwhile. */
async function trustKey(engine: Engine, login: HubLogin, device: string): Promise<void> {
  if (!trustOffered(engine.user.store, device))
    throw new Problem(
      `No device ${device} has exchanged its key.`,
      'Run `sqrl sync --status` to see which have.',
      'not_found',
    );
  await syncHub(engine, login, { rebuild: true });
}

export const proposals = (engine: Engine) =>
  openSpaces(engine).flatMap(({ at, space }) =>
    [...sharedRows(at.store, space.id).values()].flatMap(({ id, state, kind, standing, facts }) => {
      if (kind !== 'memory' || standing === 'hidden' || !facts?.proposed || facts.dismissed) return [];
      const row = rowById(at.store, id);
      if (row === undefined) return [];
      const tag = sharedMemoryIn(state)?.wordings[0].tag ?? '';
      const person = (facts.by[tag] ?? facts.author).name;
      const mayReview = mayChangeAll(at.store, space.id);
      const memory = memoryAt(at.store, row)!;
      // Wording and hash of the whole state: what an approval is for.
      return [{ memory, space: space.name, person, mayReview, tag, hash: hashOfState(state) }];
    }),
  );

const hashOfState = (state: SharedState): string =>
  createHash('sha256').update(canonical(state)).digest('hex');

/** Approves or dismisses proposals for everybody, exactly as they are known here. */
export async function reviewProposals(engine: Engine, { ids, verdict, hash: shown }: Parsed<'hubReview'>) {
  const login = requiredLogin(engine);
  const places = ids.map((id) => {
    const { indexedStore, memory } = findMemory(engine, id);
    const shared = sharedRow(indexedStore.store, memory.id);
    const tag = shared && sharedMemoryIn(shared.state)?.wordings[0].tag;
    if (!shared?.space || tag === undefined) throw notInHub(memory.id);
    return { store: indexedStore.store, memory, shared, tag };
  });
  for (const { memory, shared, tag } of places) {
    const hash = hashOfState(shared.state);
    if (shown !== undefined && (shown !== hash || ids.length > 1))
      throw new Problem(
        `Memory ${memory.id} was changed since it was shown.`,
        'Look at it again. Nothing was decided.',
        'invalid',
      );
    await askHub(login, 'review', { space: shared.space, kind: 'memory', id: memory.id, tag, hash, verdict });
  }
  await syncHub(engine, login);
  const now = ({ store, memory }: (typeof places)[number]): Memory => {
    const row = rowById(store, memory.id);
    return row === undefined ? memory : memoryAt(store, row)!;
  };
  return { reviewed: places.map(now) };
}

/** Says that a shared memory is wrong, answers, or closes the dispute; without any of that it shows the thread. */
export function dispute(engine: Engine, { id, because, reply, close }: Parsed<'dispute'>) {
  const { indexedStore, row, memory } = findMemory(engine, id);
  const { store } = indexedStore;
  const shared = sharedRow(store, memory.id);
  if (!shared?.space) throw notInHub(memory.id);
  if (because !== undefined && shared.standing === 'mine')
    throw new Problem(
      `Memory ${memory.id} is yours, so you do not dispute it.`,
      `Answer: \`sqrl dispute ${memory.id} --reply "…"\`. Reword it: \`sqrl edit ${memory.id} "…"\`.`,
      'usage',
    );
  const said = because ?? reply;
  store.transaction(() => {
    if (said !== undefined) {
      requiredLogin(engine);
      const { text } = redactSync(said.trim());
      if (text === '') throw new Problem('The reason is empty.', 'Say why it is wrong.', 'usage');
      const comment = { about: memory.id, space: shared.space, text, disputes: because !== undefined };
      addComment(store, comment, engine.now());
    }
    if (close) {
      const open = commentsAbout(store, memory.id).filter(({ isOpen }) => isOpen);
      const role = knownSpace(store, shared.space)?.role;
      if (open.some(({ isOwn }) => !isOwn) && role !== 'maintainer' && role !== 'owner')
        throw new Problem(
          'A dispute is dismissed by a maintainer, or by the person who began it.',
          `Answer it: \`sqrl dispute ${memory.id} --reply "…"\`.`,
          'forbidden',
        );
      closeDisputes(store, memory.id, engine.now());
    }
  });
  const comments = commentsAbout(store, memory.id);
  return {
    memory: memoryAt(store, row)!,
    comments,
    disputed: comments.some(({ isOpen }) => isOpen),
  };
}

const notInHub = (id: string): Problem =>
  new Problem(
    `Memory ${id} is not shared through a hub.`,
    `Share it: \`sqrl share ${id} --to SPACE\`. In git, the pull request is the review.`,
    'usage',
  );
