import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keep } from './support/deliveries.ts';
import { open, temporaryFolder } from './support/home.ts';

/** A project on its main branch, with memories that hold a word and that no answer is made of. */
function opened() {
  const project = temporaryFolder();
  mkdirSync(join(project, '.git'));
  writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const home = open({ project });
  const add = (some: Parameters<typeof keep>[1]) => keep(home.engine, some).id;
  const ids = {
    elsewhere: add({ text: 'The Zanzibar cache is cleared at night.', branch: 'feature/zanzibar' }),
    waiting: add({ text: 'Perhaps zanzibar needs a restart.', needsReview: true, confidence: 0.2 }),
    part: add({ text: 'preZanzibarPost is a helper.' }),
  };
  add({ text: 'Releases are made on Tuesdays by the person on duty.' });
  const archived = add({ text: 'Ask zanzibar before a release.', status: 'deprecated' });
  return { ...home, ids, archived };
}

describe('a memory that holds the word', () => {
  test('is found in a search, wherever it stands', async () => {
    const { client, ids } = opened();
    const { hits, weak } = await client.call('find', { question: 'zanzibar' });
    expect(hits.map(({ memory }) => memory.id)).toEqual(expect.arrayContaining(Object.values(ids)));
    expect(new Set(hits.map(({ memory }) => memory.id)).size).toBe(hits.length);
    expect(weak).toBe(false);
  });

  test('comes first where nothing else holds it, though archived', async () => {
    const { client, engine } = opened();
    const { id } = keep(engine, { text: 'The quokka server is old.', status: 'deprecated' });
    const { hits } = await client.call('find', { question: 'quokka server', limit: 1 });
    expect(hits.map(({ memory }) => memory.id)).toEqual([id]);
    expect((await client.call('list', { query: 'quokka' })).memories).toMatchObject([{ id }]);
  });

  test('is found as it stands', async () => {
    const { client, ids } = opened();
    const exact = await client.call('find', { question: 'Zanzibar cache', exact: true });
    expect(exact.hits).toMatchObject([{ memory: { id: ids.elsewhere }, score: 1 }]);
    expect(Object.keys(exact.hits[0]!).sort()).toEqual(['memory', 'score', 'why']);
  });

  test('stands in the panel’s list', async () => {
    const { client, ids } = opened();
    const { memories, total } = await client.call('list', { query: 'zanzibar' });
    expect(memories.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.values(ids)));
    expect(total).toBe(memories.length);
  });

  test('is one of those that a filter wants', async () => {
    const { client, archived } = opened();
    const asked = { question: 'zanzibar', filter: { statuses: ['deprecated' as const] } };
    const { hits } = await client.call('find', asked);
    expect(hits.map(({ memory }) => memory.id)).toEqual([archived]);
  });

  test('is told to no agent, unless it holds here', async () => {
    const { client } = opened();
    const { text } = await client.call('recall', { question: 'zanzibar' });
    expect(text).not.toMatch(/cache|restart|release/i);
  });
});
