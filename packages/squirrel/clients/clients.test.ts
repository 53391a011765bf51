import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { AGENT_CLIENTS } from './clients.ts';
import { HOOK_EVENTS } from './hook-events.ts';
import { acceptReader } from './reading/testing/acceptance.ts';
import { fixturesOf } from './reading/testing/fixtures.ts';
import { recognize } from './recognize.ts';
import { samplesOf } from './testing/samples.ts';

const home = mkdtempSync(join(tmpdir(), 'sqrl-clients-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const clients = await Promise.all(
  AGENT_CLIENTS.map(async (client) => ({
    ...client,
    reader: await client.reader(),
    dialect: await client.dialect(),
    samples: await samplesOf(client.name),
  })),
);

describe.each(clients)('$title', ({ name, reader, dialect, samples }) => {
  const folder = join(home, name);
  mkdirSync(folder);
  const fixtures = samples.fixtures?.(folder) ?? fixturesOf(name);

  acceptReader(reader, fixtures, samples);

  test('its logs are recognized without their folder', () => {
    const logs = fixtures.flatMap(({ folders }) => reader.find(folders));
    for (const { path, form } of logs.filter(({ path }) => statSync(path).isFile()))
      expect(recognize(path)).toEqual({ client: name, path, form });
  });

  test.each(HOOK_EVENTS[name].map(({ event }) => event))(
    'it is answered in a form it takes at %s, and never stopped or made to go on',
    (event) => {
      expect(dialect.answer(event, { agent: '', person: '' })).toBe('');
      const printed = dialect.answer(event, { agent: 'told', person: 'shown' });
      if (printed === '') return;
      const answer = JSON.parse(printed);
      for (const key of Object.keys(answer)) expect(samples.answerKeys).toContain(key);
      if (answer.hookSpecificOutput)
        expect(answer.hookSpecificOutput).toEqual({ hookEventName: event, additionalContext: 'told' });
      if (/stop|idle|AfterAgent|end/i.test(event)) expect(printed).not.toContain('told');
    },
  );

  test('what its hooks cannot understand is passed over', () => {
    const odd = [
      {},
      { session_id: 5 },
      { session_id: 's', tool_input: [], prompt: {} },
      { sessionId: 's', toolArgs: '{' },
      { input: { sessionID: 's' }, output: { parts: [null, 3] } },
    ];
    for (const input of odd)
      for (const { event } of HOOK_EVENTS[name])
        expect(() => dialect.hear(event, input as never), event).not.toThrow();
    expect(
      dialect.hear('NoSuchEvent', { session_id: 's', sessionId: 's', conversation_id: 's' }),
    ).toBeUndefined();
  });
});
