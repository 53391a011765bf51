import { stepText } from '@sqrl/base/messages.ts';
import { DELETE_UNDO_MS, eraseDeleted } from '@sqrl/squirrel/learn/verbs/delete.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import { expect, test } from 'vitest';
import { open } from './support/home.ts';

const NOON = Date.UTC(2026, 10, 15, 12);

/** A home with a clock that a test can let run. */
function opened() {
  const clock = { now: NOON };
  return { ...open({ now: () => clock.now }), clock };
}

/** Everything of a memory but when it was last written, and what happened to it. */
async function stateOf(client: VerbClient, id: string) {
  const { memory, relations, anchors } = await client.call('portrait', { id });
  const { updatedAt: _, confidenceNow: __, ...rest } = memory;
  return { ...rest, relations, anchors };
}

const learned = (client: VerbClient, text: string, more: object = {}) =>
  client
    .call('remember', { text, source: 'agent_explicit', confidence: 0.6, needsReview: true, ...more })
    .then(({ id }) => id);

test('whatever a person does to a memory is taken back to what it was before', async () => {
  const { client, clock } = opened();
  const id = await learned(client, 'Staging is wiped every Sunday', { files: ['src/db.ts'] });
  const before = await stateOf(client, id);
  const actions: [string, () => Promise<unknown>][] = [
    ['confirmed', () => client.call('confirm', { ids: [id] })],
    ['rejected', () => client.call('reject', { ids: [id], because: 'not any more' })],
    ['corrected', () => client.call('correct', { id, text: 'Staging is wiped every Monday' })],
    ['pinned', () => client.call('pin', { id })],
    ['changed', () => client.call('change', { id, to: { type: 'decision', tags: ['db'], confidence: 0.2 } })],
    ['changed', () => client.call('change', { id, to: { scope: 'global' } })],
  ];
  for (const [did, doIt] of actions) {
    clock.now += 1000;
    await doIt();
    expect(await stateOf(client, id)).not.toEqual(before);
    expect((await client.call('portrait', { id })).undoable).toMatchObject({ did: stepText(did) });
    const undone = await client.call('undo', {});
    expect(undone).toMatchObject({ did, undone: [{ id }], left: [] });
    expect(await stateOf(client, id)).toEqual(before);
  }
  const { steps } = await client.call('memoryHistory', { id });
  expect(steps.map(({ did }) => did)).toContain('rejected (undone)');
  expect(await client.call('undo', {})).toEqual({ action: null, did: null, undone: [], left: [] });
});

test('a memory whose rejection is taken back may be found again, and counts as neither confirmed nor wrong', async () => {
  const { client } = opened();
  const id = await learned(client, 'The queue is called badger', { needsReview: false });
  await client.call('reject', { ids: [id] });
  expect((await client.call('find', { question: 'badger queue' })).hits).toHaveLength(0);
  await client.call('undo', {});
  expect((await client.call('find', { question: 'badger queue' })).hits[0]!.memory.id).toBe(id);
  expect((await client.call('trust', {})).counts).toMatchObject({ confirmed: 0, flagged: 0 });
});

test('what had been replaced is put away again when what replaced it holds once more', async () => {
  const { client, clock } = opened();
  const old = await learned(client, 'The port is 4000', { key: 'port', source: 'user_taught' });
  clock.now += 1000;
  const { id } = await client.call('remember', { text: 'The port is 5000', key: 'port' });
  expect((await client.call('get', { id: old })).status).toBe('deprecated');
  clock.now += 1000;
  await client.call('reject', { ids: [id] });
  expect((await client.call('get', { id: old })).status).toBe('active');
  clock.now += 1000;
  await client.call('undo', {});
  expect((await client.call('get', { id: old })).status).toBe('deprecated');
  expect((await client.call('get', { id })).status).toBe('active');
});

test('what is done to many at once is one action, and is taken back as one', async () => {
  const { client } = opened();
  const ids = await Promise.all(['one', 'two', 'three'].map((n) => learned(client, `Rule number ${n}`)));
  const everywhere = await learned(client, 'A rule of the user', { scope: 'global' });
  const before = await Promise.all([...ids, everywhere].map((id) => stateOf(client, id)));
  const done = await client.call('bulk', {
    action: 'reject',
    filter: { needsReview: true },
    expected: 4,
  });
  expect(new Set(done.done)).toEqual(new Set([...ids, everywhere]));
  expect((await client.call('actions', {})).actions).toMatchObject([
    { id: done.action, did: 'rejected', count: 4 },
  ]);
  const undone = await client.call('undo', { action: done.action! });
  expect(undone.undone).toHaveLength(4);
  expect(await Promise.all([...ids, everywhere].map((id) => stateOf(client, id)))).toEqual(before);
  await expect(client.call('undo', { action: done.action! })).rejects.toThrow('No action has the id');
});

test('a filter that lets through other than the person saw does nothing', async () => {
  const { client } = opened();
  await learned(client, 'One');
  await learned(client, 'Two');
  await expect(client.call('bulk', { action: 'forget', filter: {}, expected: 1 })).rejects.toThrow(
    '2 memories',
  );
  await expect(client.call('bulk', { action: 'forget', filter: {} })).rejects.toThrow('2 memories');
  await expect(client.call('bulk', { action: 'confirm' })).rejects.toThrow('Missing `ids` or `filter`');
  expect((await client.call('list', {})).total).toBe(2);
});

test('a muted memory is kept from agents, and muting is undone', async () => {
  const { client } = opened();
  const id = await learned(client, 'Run the linter first');
  const { action } = await client.call('bulk', { action: 'mute', ids: [id] });
  expect((await client.call('get', { id })).tags).toContain('muted');
  expect((await client.call('bulk', { action: 'mute', ids: [id] })).left).toEqual([
    { id, because: 'it is already muted' },
  ]);
  expect((await client.call('undo', { action: action! })).did).toBe('muted');
  expect((await client.call('get', { id })).tags).not.toContain('muted');
});

test('in bulk, what is so already or is gone is left and said', async () => {
  const { client } = opened();
  const id = await learned(client, 'Pinned one');
  await client.call('pin', { id });
  const other = await learned(client, 'Other one');
  const { done, left } = await client.call('bulk', { action: 'pin', ids: [id, other, 'aaaaaaaaaaaa'] });
  expect(done).toEqual([other]);
  expect(left).toEqual([
    { id: 'aaaaaaaaaaaa', because: 'it was deleted' },
    { id, because: 'it is already pinned' },
  ]);
});

test('a deletion can be undone for half a minute; then nothing of the memory is left', async () => {
  const { client, engine, clock } = opened();
  const id = await learned(client, 'The key of the safe is under the mat');
  const other = await learned(client, 'The alarm is set at nine');
  await client.call('confirm', { ids: [id] });
  await client.call('reject', { ids: [other] });
  const before = await stateOf(client, id);
  clock.now += 1000;
  const { action, done } = await client.call('bulk', { action: 'forget', ids: [id, other] });
  expect(done).toEqual([id, other]);
  expect((await client.call('find', { question: 'key of the safe' })).hits).toEqual([]);
  expect(eraseDeleted(engine)).toBe(0);
  expect(await client.call('undo', {})).toMatchObject({
    action,
    did: 'deleted',
    undone: [{ id }, { id: other }],
  });
  expect(await stateOf(client, id)).toEqual(before);
  clock.now += DELETE_UNDO_MS;
  expect(eraseDeleted(engine)).toBe(0);

  await client.call('bulk', { action: 'forget', ids: [id, other] });
  // Another decision of the person about one of them counts more than that it was deleted.
  clock.now += 1000;
  await client.call('confirm', { ids: [other] });
  clock.now += DELETE_UNDO_MS;
  expect(eraseDeleted(engine)).toBe(1);
  await expect(client.call('portrait', { id })).rejects.toMatchObject({ code: 'not_found' });
  expect(await client.call('portrait', { id: other })).toMatchObject({ memory: { status: 'active' } });
  expect((await client.call('actions', {})).actions.flatMap(({ memories }) => memories)).not.toContainEqual(
    expect.objectContaining({ id }),
  );
  expect(engine.own.store.sql('select count(*) as n from deed where memory = ?').get(id)!.n).toBe(0);
  // It was typed and never learned, so it may be said again.
  expect(engine.own.store.sql('select count(*) as n from refusal').get()!.n).toBe(0);
  expect(await learned(client, 'The key of the safe is under the mat')).toBeTruthy();
});

test('what another action has changed since is left as it is', async () => {
  const { client, clock } = opened();
  const id = await learned(client, 'First words');
  await client.call('confirm', { ids: [id] });
  const [confirmed] = (await client.call('actions', {})).actions;
  clock.now += 1000;
  await client.call('correct', { id, text: 'Second words' });
  const { undone, left } = await client.call('undo', { action: confirmed!.id });
  expect(undone).toEqual([]);
  expect(left).toEqual([{ id, because: 'it has been changed again since' }]);
  expect((await client.call('undo', { id })).did).toBe('corrected');
  expect((await client.call('undo', { id })).did).toBe('confirmed');
  expect(await client.call('portrait', { id })).toMatchObject({
    memory: { text: 'First words', verified: false, needsReview: true, confidence: 0.6 },
    undoable: null,
  });
});
