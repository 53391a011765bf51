import { expect, test } from 'vitest';
import { type CallCost, capped, type Ledger } from './capped.ts';
import type { Llm, LlmAnswer, LlmRequest } from './llm.ts';

const CAP = { tokens: 1000, cost: 0.1 };
const PRICE = { input: 10, output: 50 };
const asking: LlmRequest = { purpose: 'test', system: '', prompt: 'x'.repeat(300), maxTokens: 200 };

function book() {
  const spent: CallCost = { input: 0, output: 0, cost: 0 };
  const add = (by: CallCost, sign: 1 | -1) => {
    spent.input += sign * by.input;
    spent.output += sign * by.output;
    spent.cost += sign * by.cost;
  };
  const ledger: Ledger = {
    begin({ most, cap }) {
      if (
        spent.input + spent.output + most.input + most.output > cap.tokens ||
        spent.cost + most.cost > cap.cost
      )
        return { spent };
      add(most, 1);
      return { day: 'today' };
    },
    end({ most, took }) {
      add(most, -1);
      add(took, 1);
    },
  };
  return { spent, ledger };
}

const model = (answer: () => LlmAnswer) => {
  const asked: LlmRequest[] = [];
  const llm: Llm = {
    name: 'm',
    ask: async (ask) => {
      asked.push(ask as LlmRequest);
      return answer() as never;
    },
  };
  return { llm, asked };
};

test('a day’s cap is looked at before a call, by what the call may take at most', async () => {
  const { spent, ledger } = book();
  const { llm, asked } = model(() => ({
    did: 'answered',
    text: '',
    value: null,
    used: { input: 100, output: 150 },
  }));
  const limited = capped(llm, { ledger, cap: CAP, price: { input: 0, output: 0 } });
  for (let i = 0; i < 3; i++) expect((await limited.ask(asking)).did).toBe('answered');
  expect(spent).toEqual({ input: 300, output: 450, cost: 0 });
  expect(await limited.ask(asking)).toMatchObject({
    did: 'failed',
    because: 'cap',
    message: expect.stringContaining('750 of 1000 tokens'),
  });
  expect(asked).toHaveLength(3);
});

test('money is a cap of its own', async () => {
  const { spent, ledger } = book();
  const { llm, asked } = model(() => ({
    did: 'answered',
    text: '',
    value: null,
    used: { input: 0, output: 0, cost: 0.095 },
  }));
  const limited = capped(llm, { ledger, cap: CAP, price: PRICE });
  await limited.ask(asking);
  expect(spent.cost).toBeCloseTo(0.095);
  expect(await limited.ask(asking)).toMatchObject({ because: 'cap' });
  expect(asked).toHaveLength(1);
});

test('a call that fails is counted with what it took; one that breaks off, with all it may have taken', async () => {
  const { spent, ledger } = book();
  const failing = model(() => ({
    did: 'failed',
    because: 'malformed',
    message: '',
    used: { input: 90, output: 5 },
  }));
  await capped(failing.llm, { ledger, cap: CAP, price: PRICE }).ask(asking);
  expect(spent).toMatchObject({ input: 90, output: 5 });
  const broken = model(() => {
    throw new Error('our own mistake');
  });
  await expect(capped(broken.llm, { ledger, cap: CAP, price: PRICE }).ask(asking)).rejects.toThrow('our own');
  expect(spent).toMatchObject({ input: 190, output: 205 });
});

test('a cap of nought allows nothing', async () => {
  const { ledger } = book();
  const { llm, asked } = model(() => ({
    did: 'answered',
    text: '',
    value: null,
    used: { input: 0, output: 0 },
  }));
  expect(await capped(llm, { ledger, cap: { tokens: 0, cost: 0 }, price: PRICE }).ask(asking)).toMatchObject({
    because: 'cap',
  });
  expect(asked).toEqual([]);
});
