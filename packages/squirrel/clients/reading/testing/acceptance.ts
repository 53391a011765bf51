import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { EVENT_KINDS } from '@sqrl/base/model/event.ts';
import type { Log, LogPiece, PieceResult, RawEvent, Reader } from '@sqrl/base/model/reader.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { damage } from './damage.ts';
import type { Fixture } from './fixtures.ts';
import { kept, logPieces, rawLines, readEvents, takeAll } from './read-whole.ts';
import { expectTruth } from './truth.ts';

export interface Acceptance {
  /** A record of a type that the client does not have, as a line of its log, and the type it must be counted under. */
  stranger?: { line: string; type: string };
}

/** Registers what every reader must show on the logs that real runs of its client left. */
export function acceptReader(
  reader: Reader,
  fixtures: readonly Fixture[],
  { stranger }: Acceptance = {},
): void {
  test('there are logs to read', () => expect(fixtures.length).toBeGreaterThan(0));

  describe.each(fixtures.map((fixture) => [fixture.name, fixture] as const))(
    '%s',
    (_, { folders, truth }) => {
      const logs = reader.find(folders);
      const whole = logs.map((log) => {
        const pieces = logPieces(reader, log);
        return { log, pieces, taken: takeAll(reader.open(log), pieces) };
      });
      const events = once(whole.flatMap(({ taken }) => readEvents(taken)));

      test('its logs are found', () => {
        expect(logs.length).toBeGreaterThan(0);
        for (const { client, path } of logs)
          expect([client, existsSync(path)]).toEqual([reader.client, true]);
        expect(whole.some(({ pieces }) => pieces.length > 0)).toBe(true);
      });

      test('each record is accounted for, and none is strange or broken', () => {
        for (const { pieces, taken } of whole) {
          expect(taken.length).toBeGreaterThanOrEqual(pieces.length);
          expect(taken.filter(({ type }) => type === '')).toEqual([]);
          expect(taken.filter(({ fate }) => fate === 'unknown' || fate === 'broken')).toEqual([]);
        }
      });

      if (truth) test('it tells what truly happened', () => expectTruth(events, truth));

      test('events are sound', () => {
        for (const { taken } of whole) {
          const own = readEvents(taken);
          expectSound(own);
          expect(new Set(own.map(({ key }) => key)).size, 'keys of one log').toBe(own.length);
        }
      });

      test('each result belongs to a call, and repeats its tool', () => {
        const calls = new Map(
          events.flatMap((event) => (event.kind === 'call' ? [[event.call, event]] : [])),
        );
        for (const result of events.filter(({ kind }) => kind === 'result')) {
          const call = calls.get(result.call);
          expect(call, result.text).toBeDefined();
          expectSame(
            [result.tool, result.toolName, result.command, result.agent],
            [call!.tool, call!.toolName, call!.command, call!.agent],
          );
          expect(result.outcome).not.toBeNull();
        }
      });

      test('neither the vendor nor a hook speaks in it', () => {
        const foreign = /<system-reminder>|hook additional context|<hook_context>|\[cut: \d+ char/;
        expect(events.filter(({ text }) => foreign.test(text))).toEqual([]);
      });

      test('reading in two halves, broken off at any record, says the same', () => {
        for (const { log, pieces, taken } of whole) {
          const all = once(readEvents(taken));
          for (const cut of boundaries(pieces.length)) {
            const first = reader.open(log);
            const before = takeAll(first, pieces.slice(0, cut));
            const state = kept(first.state());
            const rest = log.form === 'database' ? [...reader.changes!(log, state)] : pieces.slice(cut);
            const both = [...before, ...takeAll(reader.open(log, state), rest)];
            expectSame(once(readEvents(both)), all, `cut after ${cut}`);
            if (log.form === 'lines') expectSame(both, taken, `cut after ${cut}`);
          }
        }
      });

      test('what is kept to go on stays small', () => {
        for (const { log, pieces } of whole) {
          const reading = reader.open(log);
          for (let round = 0; round < 5; round++) takeAll(reading, pieces);
          expect(JSON.stringify(reading.state() ?? null).length).toBeLessThan(64_000);
        }
      });

      test('a half-written line waits, and nothing is lost', () => {
        for (const { log, taken } of whole.filter(({ log }) => log.form === 'lines'))
          expectToWait(reader, log, taken);
      });

      test('no damage makes it fail', () => {
        for (const { log, pieces } of whole.filter(({ pieces }) => pieces.length > 0))
          expectToBear(reader, log, pieces);
      });

      if (stranger)
        test('a record of a type nobody taught it costs that record only', () => {
          for (const { log, pieces, taken } of whole.filter(({ log }) => log.form === 'lines')) {
            const strange = { bytes: Buffer.from(stranger.line), offset: 0 };
            const middle = Math.ceil(pieces.length / 2);
            const read = takeAll(reader.open(log), [
              ...pieces.slice(0, middle),
              strange,
              ...pieces.slice(middle),
            ]);
            expect(readEvents(read)).toEqual(readEvents(taken));
            expect(read.filter(({ fate }) => fate === 'unknown')).toEqual([
              expect.objectContaining({ type: stranger.type, version: taken.at(-1)!.version }),
            ]);
          }
        });
    },
  );

  test('what another program wrote into the state does not make it fail', () => {
    const log = fixtures.flatMap(({ folders }) => reader.find(folders))[0]!;
    const [piece] = logPieces(reader, log);
    for (const state of [null, 7, 'x', [], {}, { pending: 3, queue: [null], said: [] }, [[[]]]])
      expect(() => takeAll(reader.open(log, state), [piece!])).not.toThrow();
  });

  test('no depth makes it fail', () => {
    const logs = fixtures.flatMap(({ folders }) => reader.find(folders));
    // One log of each form: what stands in the others makes no difference to a record that is only deep.
    for (const log of new Map(logs.map((each) => [each.form, each])).values()) {
      const [piece] = logPieces(reader, log);
      for (const bytes of DEEP)
        expectSound(readEvents(takeAll(reader.open(log), [{ ...piece!, bytes, offset: 0 }])));
    }
  });

  test('where there is nothing, nothing is found', () => {
    const nowhere = Object.fromEntries(
      Object.entries(fixtures[0]!.folders).map(([name, folder]) => [
        name,
        Array.isArray(folder) ? folder.map(() => '/nowhere/at/all') : '/nowhere/at/all',
      ]),
    );
    expect(reader.find(nowhere as unknown as Fixture['folders'])).toEqual([]);
  });
}

/** The first of each key, as they are kept: a fork's log tells again what its parent's told. */
const once = (events: readonly RawEvent[]): RawEvent[] =>
  [...new Map(events.toReversed().map((event) => [event.key, event])).values()].toReversed();

const boundaries = (pieces: number): number[] => {
  const all = Array.from({ length: pieces + 1 }, (_, cut) => cut);
  // Beyond some dozens the work grows faster than what it shows.
  return pieces <= 50 ? all : all.filter((cut) => cut % Math.ceil(pieces / 50) === 0);
};

/** One expectation for all events: there are many thousands of them, and each expectation takes its time. */
function expectSound(events: readonly RawEvent[]): void {
  expect(events.filter((event) => !isSound(event))).toEqual([]);
}

const isSound = ({ kind, key, session, at, text, files }: RawEvent): boolean =>
  EVENT_KINDS.includes(kind) &&
  key !== '' &&
  session !== '' &&
  Number.isSafeInteger(at) &&
  at > Date.UTC(2015, 0) &&
  at < Date.UTC(2100, 0) &&
  typeof text === 'string' &&
  files.every(({ path, lines }) => path !== '' && (!lines || (lines[0] >= 1 && lines[1] >= lines[0])));

/** The same as `toEqual`, which is asked only where a plain comparison finds a difference: it takes far longer. */
function expectSame(found: unknown, wanted: unknown, which?: string): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found, which).toEqual(wanted);
}

function expectToWait(reader: Reader, log: Log, taken: readonly PieceResult[]): void {
  const bytes = readFileSync(log.path);
  fc.assert(
    fc.property(fc.nat({ max: bytes.length }), (cut) => {
      const written = bytes.subarray(0, cut);
      const lines = rawLines(written);
      const first = reader.open(log);
      const before = takeAll(first, lines);
      const state = kept(first.state());
      const next = written.lastIndexOf(0x0a) + 1;
      expectSame([...before, ...takeAll(reader.open(log, state), rawLines(bytes, next))], taken);
      // Handed over too early all the same, a half line must not pass for a whole one.
      const half = { bytes: written.subarray(next), offset: next };
      if (half.bytes.length > 0 && bytes[cut] !== 0x0a)
        expect(readEvents(takeAll(reader.open(log, state), [half]))).toEqual([]);
    }),
    { numRuns: runs(8) },
  );
}

function expectToBear(reader: Reader, log: Log, pieces: readonly LogPiece[]): void {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), damage()), { minLength: 1, maxLength: 6 }), (damages) => {
      const broken = new Map(damages.map(([at, hurt]) => [at % pieces.length, hurt]));
      const reading = reader.open(log);
      const read = takeAll(
        reading,
        pieces.map((piece, at) => broken.get(at)?.(piece) ?? piece),
      );
      expectSound(readEvents(read));
      JSON.stringify(reading.state());
    }),
    { numRuns: runs(8) },
  );
}

/** Nested deeper than a parser that calls itself can go, open and closed, and nothing at all. */
const DEEP = [
  '{"message":['.repeat(100_000),
  `${'{"type":"user","message":{"content":['.repeat(50_000)}1${']}}'.repeat(50_000)}`,
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  '\0'.repeat(4096),
].map((text) => Buffer.from(text));
