import type { Store } from '@sqrl/base/sqlite/query.ts';
import { expect, test } from 'vitest';
import { openStore } from '../store/open.ts';
import {
  messagesAround,
  type Passage,
  passagesAt,
  passagesByPhrase,
  passagesByWords,
} from '../store/passages/passages.ts';
import { NOON } from '../store/testing/fill.ts';
import { addSaid } from '../store/testing/said.ts';
import { indexPassages, recutPassages } from './index-passages.ts';

const MINUTE = 60_000;

const opened = () => openStore(':memory:', { now: () => NOON });

const allPassages = (store: Store): Passage[] => {
  const rows = store.sql('select row from passage order by row').all();
  return [
    ...passagesAt(
      store,
      rows.map(({ row }) => row as number),
    ).values(),
  ];
};

test('what persons and agents say is made searchable, and what tools print is not', () => {
  using store = opened();
  const session = addSaid(store, [
    { kind: 'prompt', text: 'Where is the harbour?' },
    { kind: 'reply', text: 'Behind the orchard.' },
    { kind: 'call', tool: 'run', text: 'ls harbour' },
    { kind: 'result', tool: 'run', text: 'harbour.ts' },
    { kind: 'result', tool: 'ask', text: '"Which harbour?"="the old one"' },
    { kind: 'prompt', agent: 'helper', text: 'Look at the harbour for me' },
    { kind: 'reply', agent: 'helper', text: 'I found the harbour' },
  ]);
  indexPassages(store, session);
  expect(
    allPassages(store).map(({ speaker, agent, ordinal, text }) => [speaker, agent, ordinal, text]),
  ).toEqual([
    ['person', null, 1, 'Where is the harbour?'],
    ['agent', null, 2, 'Behind the orchard.'],
    ['person', null, 3, '"Which harbour?"="the old one"'],
    ['agent', 'helper', 1, 'Look at the harbour for me'],
    ['agent', 'helper', 2, 'I found the harbour'],
  ]);
  expect(passagesByWords(store, 'harbours', 10)).toHaveLength(4);
});

test('a session that goes on, or of which something earlier is read later, has its messages in order', () => {
  using store = opened();
  const session = addSaid(store, [{ kind: 'prompt', text: 'second' }], { at: NOON + MINUTE });
  indexPassages(store, session);
  addSaid(store, [{ kind: 'reply', text: 'third' }], { at: NOON + 2 * MINUTE });
  indexPassages(store, session);
  addSaid(store, [{ kind: 'prompt', text: 'first' }]);
  indexPassages(store, session);
  const byPlace = allPassages(store).sort((a, b) => a.ordinal - b.ordinal);
  expect(byPlace.map(({ ordinal, text }) => `${ordinal} ${text}`)).toEqual([
    '1 first',
    '2 second',
    '3 third',
  ]);
  const { before, after } = messagesAround(store, byPlace[1]!.eventRow, { before: 5, after: 5 });
  expect([before, after].map((some) => some.map(({ text }) => text))).toEqual([['first'], ['third']]);
});

test('a second run changes nothing, also where a message has no words', () => {
  using store = opened();
  const session = addSaid(store, [
    { kind: 'prompt', text: '…' },
    { kind: 'prompt', text: 'Now the lantern' },
    { kind: 'prompt', text: '' },
    { kind: 'reply', text: 'It is lit.' },
  ]);
  indexPassages(store, session);
  const once = allPassages(store);
  indexPassages(store, session);
  expect(allPassages(store)).toEqual(once);
  expect(once.map(({ ordinal }) => ordinal)).toEqual([1, 2]);
});

test('a message whose text has changed is cut anew, and its old words find nothing', () => {
  using store = opened();
  const session = addSaid(store, [
    { kind: 'prompt', text: 'The lantern stands in the harbour' },
    { kind: 'reply', text: 'So it does.' },
  ]);
  indexPassages(store, session);
  const { eventRow } = allPassages(store)[0]!;
  store.sql('update event set text = ? where row = ?').run('The compass lies there', eventRow);
  recutPassages(store, eventRow);
  expect(passagesByWords(store, 'lantern', 10)).toEqual([]);
  expect(passagesByPhrase(store, 'compass lies', 10)).toHaveLength(1);
  expect(
    allPassages(store)
      .map(({ ordinal, text }) => `${ordinal} ${text}`)
      .sort(),
  ).toEqual(['1 The compass lies there', '2 So it does.']);
});
