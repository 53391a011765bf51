import { hashOf } from '../../base/text/clean.ts';
import type { Memory, Source } from '../../model/memory.ts';

/** Whether a memory is what a person or an agent stated, and not what foreign text says. */
export const isStatement = ({ source, tainted }: Memory): boolean => STATED.has(source) && !tainted;

const STATED: ReadonlySet<Source> = new Set(['user_taught', 'user_said', 'agent_explicit']);

/** Whether two statements may be about the same. Those with a key each are told apart by it. */
export const mayRelate = (a: Memory, b: Memory): boolean =>
  a.id !== b.id &&
  a.scope === b.scope &&
  a.scopeOf === b.scopeOf &&
  (a.key === null || b.key === null) &&
  hashOf(a.text) !== hashOf(b.text);
