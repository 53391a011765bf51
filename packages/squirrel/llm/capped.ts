import { type Llm, type LlmAnswer, type LlmRequest, NOTHING_USED, type TokenUsage, tokensIn } from './llm.ts';

/** What may be spent in a day; nought allows nothing. */
export interface Cap {
  tokens: number;
  /** In dollars. */
  cost: number;
}

/** What a million tokens cost, in dollars. */
export interface Price {
  input: number;
  output: number;
}

export type CallCost = Required<TokenUsage>;

interface CappedCall {
  model: string;
  purpose: string;
  most: CallCost;
}

/** Where spending is written down, day by day. */
export interface Ledger {
  /**
   * Writes a call down as failed and as dear as it may become, unless the day's spending would then be over the cap:
   * then it says what was spent. In one transaction, so that two processes do not both take the last of it.
   */
  begin(call: CappedCall & { cap: Cap }): { day: string } | { spent: CallCost };
  /** Puts what the call really took in the place of what it might have. */
  end(call: CappedCall & { day: string; took: CallCost; failed: boolean }): void;
}

/** Lets a model be asked only while the day's cap allows it, and has every call written down, also those that failed. */
export function capped(llm: Llm, { ledger, cap, price }: { ledger: Ledger; cap: Cap; price: Price }): Llm {
  const { name } = llm;
  return {
    name,
    async ask<T>(ask: LlmRequest<T>): Promise<LlmAnswer<T>> {
      const { purpose } = ask;
      const most = priced(
        { input: tokensIn(ask.system) + tokensIn(ask.prompt), output: ask.maxTokens },
        price,
      );
      const begun = ledger.begin({ model: name, purpose, most, cap });
      if ('spent' in begun)
        return { did: 'failed', because: 'cap', message: reached(begun.spent, cap), used: NOTHING_USED };
      let took = most;
      let failed = true;
      try {
        const answer = await llm.ask(ask);
        took = priced(answer.used, price);
        failed = answer.did === 'failed';
        return answer;
      } finally {
        ledger.end({ day: begun.day, model: name, purpose, most, took, failed });
      }
    },
  };
}

const priced = ({ input, output, cost }: TokenUsage, price: Price): CallCost => ({
  input,
  output,
  cost: cost ?? (input * price.input + output * price.output) / 1e6,
});

const reached = ({ input, output, cost }: CallCost, cap: Cap): string =>
  `Daily LLM limit reached: ${input + output} of ${cap.tokens} tokens and $${cost.toFixed(2)} of $${cap.cost.toFixed(2)} are spent, and this call could exceed it.`;
