import { DAY_MS } from '@sqrl/base/durations.ts';
import { allPrompts } from '../../llm/prompts/prompts.ts';
import { countAsked } from '../../store/drafts/model-questions.ts';
import { type ModelSpending, spentSince } from '../../store/spending.ts';
import { capOf, dayOf } from '../../workspace/llm.ts';
import type { Engine } from '../../workspace/workspace.ts';

/** What was spent on language models today and in thirty days, what may be, and what they are told. */
export function spending(engine: Engine) {
  const { store } = engine.user;
  const now = engine.now();
  const day = dayOf(engine, now);
  const today = spentSince(store, day);
  const month = spentSince(store, dayOf(engine, now - 29 * DAY_MS));
  const { provider, model, program } = engine.settings.llm;
  return {
    provider,
    model: model ?? (provider === 'program' ? program : null),
    /** Allowed by the settings, and not forbidden by who runs us. */
    allowed: engine.llm !== undefined,
    day,
    cap: capOf(engine),
    today: { ...totalOf(today), by: today },
    month: { ...totalOf(month), by: month },
    /** What came of the questions about this project. */
    asked: countAsked(engine.own.store),
    prompts: allPrompts.map(({ name, version, system }) => ({ name, version, system })),
  };
}

function totalOf(spent: readonly ModelSpending[]): Omit<ModelSpending, 'model' | 'purpose'> {
  const sum = (field: 'calls' | 'failed' | 'input' | 'output' | 'cost') =>
    spent.reduce((total, each) => total + each[field], 0);
  return {
    calls: sum('calls'),
    failed: sum('failed'),
    input: sum('input'),
    output: sum('output'),
    cost: sum('cost'),
  };
}
