import type { Tool } from '../tool.ts';
import { analyzeImpact, callers, dependencies, fileContents } from './code.ts';
import { memoryAdd, memoryDelete, memoryGet, memorySearch, memoryStats, recordMemory } from './memories.ts';
import { searchMemory, searchProjectMemory } from './search.ts';
import { pitfallsView, projectBriefView, userStyleView } from './views.ts';
import { activeTasks, coeditedFiles, fileHistory, recentWork, similarTasks, toolSuccess } from './work.ts';

/** What `--tools all` adds: the names that agents know from other memories, each leading to what ours does. */
export const moreTools: readonly Tool[] = [
  userStyleView,
  projectBriefView,
  pitfallsView,
  searchProjectMemory,
  memoryAdd,
  memorySearch,
  memoryGet,
  memoryStats,
  memoryDelete,
  fileContents,
  callers,
  dependencies,
  fileHistory,
  coeditedFiles,
  recentWork,
  toolSuccess,
  activeTasks,
  similarTasks,
  recordMemory,
  searchMemory,
  analyzeImpact,
];
