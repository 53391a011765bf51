import type { Project } from '@sqrl/base/model/project.ts';
import { embedderFor } from '@sqrl/embedder/provider.ts';
import type { VerbClient } from '../protocol/client.ts';
import { inProcess } from '../verbs.ts';
import { homeOf } from '../workspace/home.ts';
import { knownProject } from '../workspace/known-project.ts';
import { resolveProjectIn } from '../workspace/resolve-project.ts';
import { openEngine } from '../workspace/workspace.ts';
import { reembeddingBehind } from './background.ts';
import { embeddingCodeBehind } from './code-background.ts';
import { buildEngineParts, type MachineContext } from './engine-parts.ts';

/** A machine, and whose memory is meant on it. */
export interface LocalMachine extends MachineContext {
  /** The folder whose project is meant; none for the user's own memory alone. */
  folder?: string | undefined;
  /** How a person called the project, where that folder is not there. */
  called?: string | undefined;
}

/** Reads the settings of a home and opens an engine over it, in this process. */
export async function openLocal(machine: LocalMachine): Promise<VerbClient> {
  const { settings, config, parts } = await buildEngineParts(machine);
  const bundled = config.provider === 'bundled';
  const project = machineProject(machine);
  const engine = openEngine({
    ...parts,
    ...(project && { project }),
    // The model in the package is quick enough that a command which ends soon can wait for a batch of it.
    background: bundled,
  });
  const client = inProcess(engine);
  if (bundled) return embeddingCodeBehind(client, engine);
  // An endpoint may take any time it likes. One whose model is still to be chosen has just not answered.
  if (config.provider === 'ollama' && (config.model ?? 'auto') === 'auto') return client;
  const behind = reembeddingBehind(client, engine, embedderFor(config));
  if (settings.graph.embed !== 'on') return behind;
  return embeddingCodeBehind(behind, engine, { embedder: embedderFor(config) });
}

/** The project that is meant on a machine. */
function machineProject({ home, folder, called, now, env }: LocalMachine): Project | undefined {
  if (folder === undefined) return undefined;
  return called === undefined
    ? resolveProjectIn(home, folder, { now: now(), env })
    : knownProject(homeOf(home), { folder, called, now });
}
