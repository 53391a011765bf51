/** One thing that was said or done in a made-up history. Texts are unique, except for those that repeat on purpose. */
export interface MadePart {
  type: 'system' | 'user' | 'reasoning' | 'assistant' | 'call' | 'result';
  text: string;
  /** Of a call and its result. */
  id: string;
  /** The model's step it belongs to, from 0; what the user says has a number of its own. */
  step: number;
  isSticky: boolean;
}

/** Said more than once. */
export const REPEATED = 'go on';

/** Numbers from 0 to 1 that a seed decides: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A history in steps: what the user says, or what the model says and calls with all results. */
export function madeHistory(seed: number, repeats: boolean): MadePart[][] {
  const random = seeded(seed);
  const chance = (share: number) => random() < share;
  const hasSameIds = chance(0.15);
  const hasReasoning = chance(0.5);
  let count = 0;
  const part = (type: MadePart['type'], step: number, id = ''): MadePart => {
    count++;
    const isRepeated = repeats && (type === 'user' || type === 'assistant') && chance(0.15);
    const text = isRepeated ? REPEATED : `${type} ${count} ${'x'.repeat(Math.floor(random() ** 3 * 200))}`;
    return { type, text, id, step, isSticky: chance(0.01) };
  };
  const steps: MadePart[][] = chance(0.5) ? [[part('system', 0)]] : [];
  const turns = 1 + Math.floor(random() * 2.5);
  for (let turn = 0; turn < turns; turn++) {
    for (let said = chance(0.1) ? 2 : 1; said > 0; said--) steps.push([part('user', steps.length)]);
    for (let acts = Math.floor(random() * 4); acts > 0; acts--) {
      const step = steps.length;
      const ids = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, i) =>
        hasSameIds ? `call_${i}` : `call_${step}_${i}`,
      );
      steps.push([
        ...(hasReasoning && chance(0.7) ? [part('reasoning', step)] : []),
        ...(chance(0.4) ? [part('assistant', step)] : []),
        ...ids.map((id) => part('call', step, id)),
        ...ids.map((id) => part('result', step, id)),
      ]);
    }
    if (chance(0.6)) steps.push([part('assistant', steps.length)]);
  }
  return steps;
}
