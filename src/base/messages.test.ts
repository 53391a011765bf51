import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { message, messageTexts, readMessage, storedMessage, verbatim } from './messages.ts';

const folder = fileURLToPath(new URL('./messages/', import.meta.url));

test('no code is in two topics, and every topic is part of the whole', async () => {
  const files = globSync('*.ts', { cwd: folder });
  const topics = await Promise.all(files.map((file) => import(folder + file) as Promise<object>));
  const codes = topics.flatMap((topic) =>
    Object.values(topic).flatMap((texts: object) => Object.keys(texts)),
  );
  expect(codes.toSorted()).toEqual(Object.keys(messageTexts).toSorted());
});

test('a message survives a text column, with the messages in its facts', () => {
  const stored = message('why.undone', { did: message('did.pinned') });
  expect(readMessage(storedMessage(stored))).toEqual(stored);
});

test('a row of an older version is read as it stands', () => {
  expect(readMessage('too long: 900 characters')).toEqual(verbatim('too long: 900 characters'));
  expect(readMessage('["no.such.code",{}]')).toEqual(verbatim('["no.such.code",{}]'));
});
