import type { Store } from '@sqrl/base/sqlite/store.ts';

/** What was asked of one model for one purpose, on one day or over several. */
export interface ModelSpending {
  model: string;
  purpose: string;
  calls: number;
  failed: number;
  input: number;
  output: number;
  /** In dollars. */
  cost: number;
}

/** Adds to what was spent on a day; amounts below nought take back what was written too high. */
export function addSpending(store: Store, day: string, spent: ModelSpending): void {
  store.run`insert into spending (day, model, purpose, calls, failed, input, output, cost) values (${day},
      ${spent.model}, ${spent.purpose}, ${spent.calls}, ${spent.failed}, ${spent.input}, ${spent.output},
      ${spent.cost})
    on conflict do update set calls = calls + excluded.calls, failed = failed + excluded.failed,
      input = input + excluded.input, output = output + excluded.output, cost = cost + excluded.cost`;
}

export const spentOn = (store: Store, day: string): { input: number; output: number; cost: number } =>
  store.row`select ifnull(sum(input), 0) as input, ifnull(sum(output), 0) as output, ifnull(sum(cost),
    0) as cost
    from spending where day = ${day}`!;

/** What was spent from a day on, by purpose and model, the dearest first. */
export const spentSince = (store: Store, day: string): ModelSpending[] =>
  store.rows`select model, purpose, sum(calls) as calls, sum(failed) as failed, sum(input) as input,
          sum(output) as output, sum(cost) as cost
     from spending where day >= ${day} group by purpose, model
    order by cost desc, input + output desc, purpose, model`;
