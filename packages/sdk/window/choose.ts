import type { Unit } from './units.ts';

/**
 * The units of least worth that together have at least `tokens`, or all that can go. A unit that a kept one depends on stays;
 * it goes right after the last of those.
 */
export function chooseToRemove(units: readonly Unit[], tokens: number): Set<Unit> {
  const removed = new Set<Unit>();
  const waiting = new Map<Unit, number>();
  const passed = new Set<Unit>();
  let sum = 0;
  for (const unit of units.filter(({ isHeld }) => !isHeld).sort((a, b) => a.worth - b.worth)) {
    if (sum >= tokens) break;
    passed.add(unit);
    const free = [unit];
    for (let next = free.pop(); next !== undefined && sum < tokens; next = free.pop()) {
      if ((waiting.get(next) ?? next.dependents.size) > 0) continue;
      removed.add(next);
      sum += next.tokens;
      for (const needed of next.needs) {
        waiting.set(needed, (waiting.get(needed) ?? needed.dependents.size) - 1);
        if (passed.has(needed)) free.push(needed);
      }
    }
  }
  return removed;
}
