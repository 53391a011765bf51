import { expect, test } from 'vitest';
import { codexLogs } from '../codex/logs.ts';
import { copilotLogs } from '../copilot/logs.ts';
import { geminiLogs } from '../gemini/logs.ts';
import { fixturesOf } from './testing/fixtures.ts';
import { logPieces, takeAll } from './testing/read-whole.ts';

test.each([codexLogs, copilotLogs, geminiLogs])(
  'what $client passes over unread would say nothing if it were read',
  (reader) => {
    for (const log of fixturesOf(reader.client).flatMap(({ folders }) => reader.find(folders))) {
      const pieces = logPieces(reader, log);
      // A blank before it makes a line's beginning unknown, so that it is read.
      const read = pieces.map((piece) => ({
        ...piece,
        bytes: Buffer.concat([Buffer.from(' '), piece.bytes]),
      }));
      expect(takeAll(reader.open(log), pieces)).toEqual(takeAll(reader.open(log), read));
    }
  },
);
