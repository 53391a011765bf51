import { AGENT_CLIENTS } from '../../clients/clients.ts';
import { loadsByItself } from '../../clients/loaded-rules.ts';
import { memoriesInRules } from '../../store/memory/rule-files.ts';
import { inProject } from '../../workspace/in-project.ts';
import type { Engine } from '../../workspace/workspace.ts';

/** Memories that a client's agent has read already, each with the rule file that says it. */
export type LoadedRules = ReadonlyMap<string, string>;

export const NONE_LOADED: LoadedRules = new Map();

/** The memories that stand in rule files which a client loads itself: to tell them again takes the room of others. */
export function loadedRules(
  { project, clients, indexedStores }: Engine,
  client: string | undefined,
): LoadedRules {
  const agent = AGENT_CLIENTS.find(({ name }) => name === client);
  const lines = agent ? indexedStores.flatMap(({ store }) => memoriesInRules(store)) : [];
  if (!agent || lines.length === 0) return NONE_LOADED;
  const isLoaded = loadsByItself(agent.rules, { root: project?.root, home: clients?.[agent.name] });
  const files = new Set(lines.map(({ path }) => path).filter(isLoaded));
  return new Map(
    lines
      .filter(({ path }) => files.has(path))
      .map(({ memory, path }) => [memory, inProject(project, path)] as const),
  );
}

/** Hits searched for in addition, where some may be left out; more would take too long. */
export const roomFor = (loaded: LoadedRules): number => Math.min(loaded.size, 100);
