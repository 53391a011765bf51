import type { McpTool } from '../tool.ts';
import { correctTool } from './correct.ts';
import { historyTool } from './history.ts';
import { impact } from './impact.ts';
import { recallTool } from './recall.ts';
import { rememberTool } from './remember.ts';
import { sessionTool } from './session.ts';
import { symbol } from './symbol.ts';
import { taskContextTool } from './task-context.ts';

/** The tools that every session has. Their definitions cost each of them context: there are eight, and no more. */
export const coreTools: readonly McpTool[] = [
  recallTool,
  taskContextTool,
  rememberTool,
  correctTool,
  impact,
  symbol,
  historyTool,
  sessionTool,
];
