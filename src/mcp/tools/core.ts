import type { Tool } from '../tool.ts';
import { correct } from './correct.ts';
import { history } from './history.ts';
import { impact } from './impact.ts';
import { recall } from './recall.ts';
import { remember } from './remember.ts';
import { session } from './session.ts';
import { symbol } from './symbol.ts';
import { taskContext } from './task-context.ts';

/** The tools that every session has. Their definitions cost each of them context: there are eight, and no more. */
export const coreTools: readonly Tool[] = [
  recall,
  taskContext,
  remember,
  correct,
  impact,
  symbol,
  history,
  session,
];
