import { expect, test } from 'vitest';
import { loadLine } from './line.ts';

const load = (record: unknown) => loadLine(Buffer.from(JSON.stringify(record)), false)?.record;
const image = (data: string) => ({ type: 'image', source: { type: 'base64', data } });

test('the bytes of images in a prompt are left out, and nothing else', () => {
  const long = 'iVBORw0KGgo'.repeat(1000);
  const words = { type: 'text', text: `"data":"${long}" they write` };
  const content = [image(long), words, image(long), image('AAAA'), { ...words, data: `${long}\\"` }];

  expect(load({ type: 'user', message: { role: 'user', content } })).toEqual({
    type: 'user',
    message: {
      role: 'user',
      content: [image(''), words, image(''), image('AAAA'), { ...words, data: `${long}\\"` }],
    },
  });
});

test('what a tool is called with is whole, whatever its name', () => {
  const call = { type: 'assistant', message: { content: [{ input: { data: 'x'.repeat(9000) } }] } };

  expect(load(call)).toEqual(call);
});

test("a tool's answer is read without the copy of it, and the line stays as it was", () => {
  const answer = {
    type: 'user',
    message: { content: 'two → lines' },
    toolUseResult: { file: { content: 'two lines' } },
    sourceToolAssistantUUID: '0425ed79-d5b0-45ef-ac9c-4624d2f008fd',
  };
  for (const [line, rest] of [
    [answer, {}],
    [{ ...answer, permissionDecision: 'reject' }, { permissionDecision: 'reject' }],
  ] as const) {
    const bytes = Buffer.from(JSON.stringify(line));
    const { record, result } = loadLine(bytes, false)!;

    expect(record).toMatchObject({ type: 'user', message: answer.message, ...rest });
    expect(record).not.toHaveProperty('toolUseResult');
    expect(result?.toString()).toBe(`,"toolUseResult":${JSON.stringify(answer.toolUseResult)}`);
    expect(bytes.toString()).toBe(JSON.stringify(line));
  }
});
