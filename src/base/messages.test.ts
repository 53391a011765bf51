import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  bareNotice,
  message,
  messageTexts,
  notice,
  noticeMessage,
  readMessage,
  storedMessage,
  verbatim,
} from './messages.ts';

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

test('a notice says its message again, in any language or in the words of an error', () => {
  const polling = message('job.logsPolled', { code: 'ENOSPC', seconds: 2 });
  expect(noticeMessage(bareNotice(polling))).toEqual(polling);
  expect(noticeMessage(notice('notice.indexing'))).toEqual(message('notice.indexing'));
  expect(noticeMessage({ message: 'The disk is full.', hint: '' })).toEqual(verbatim('The disk is full.'));
  expect(noticeMessage(undefined)).toBeUndefined();
});
