import { type CallCost, type Cap, capped, type Ledger, type Price } from '../llm/capped.ts';
import type { Llm } from '../llm/llm.ts';
import { llmFor } from '../llm/provider.ts';
import { addSpending, spentOn } from '../store/projects.ts';
import type { Engine } from './workspace.ts';

/** The language model that may be asked, within what may be spent; undefined where none is allowed. */
export function llmOf(engine: Engine): Llm | undefined {
  if (!engine.llm || engine.user.store.readOnly) return undefined;
  return capped(llmFor(engine.llm), { ledger: ledgerOf(engine), cap: capOf(engine), price: priceOf(engine) });
}

export const capOf = ({ settings: { llm } }: Engine): Cap => ({
  tokens: llm.daily_tokens,
  cost: llm.daily_cost,
});

/** What a million tokens cost; a high estimate if not set. */
function priceOf({ settings: { llm } }: Engine): Price {
  const paid = llm.provider === 'anthropic' || llm.provider === 'openai';
  return { input: llm.price_input ?? (paid ? 5 : 0), output: llm.price_output ?? (paid ? 25 : 0) };
}

/** The day that a moment belongs to, where the person lives. */
export const dayOf = ({ timeZone }: Engine, at: number): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(at);

/** Spending is kept in the user's store: it is theirs, whatever project it was for. */
function ledgerOf(engine: Engine): Ledger {
  const { store } = engine.user;
  return {
    begin: ({ model, purpose, most, cap }) =>
      store.transaction(() => {
        const day = dayOf(engine, engine.now());
        const spent = spentOn(store, day);
        const sum = (of: (spending: CallCost) => number) => of(spent) + of(most);
        if (sum(({ input, output }) => input + output) > cap.tokens || sum(({ cost }) => cost) > cap.cost)
          return { spent };
        addSpending(store, day, { model, purpose, calls: 1, failed: 1, ...most });
        return { day };
      }),
    end: ({ day, model, purpose, most, took, failed }) =>
      store.transaction(() =>
        addSpending(store, day, {
          model,
          purpose,
          calls: 0,
          failed: failed ? 0 : -1,
          input: took.input - most.input,
          output: took.output - most.output,
          cost: took.cost - most.cost,
        }),
      ),
  };
}
