import type { Project } from '@sqrl/base/model/project.ts';
import { embedderFor } from '@sqrl/embedder/provider.ts';
import type { VerbClient } from '../protocol/client.ts';
import { inProcess } from '../verbs.ts';
import { homeOf } from '../workspace/home.ts';
import { knownProject } from '../workspace/known-project.ts';
import { resolveProjectIn } from '../workspace/resolve-project.ts';
import { closeIndexedStore, type Engine, openEngine, openIndexedStore } from '../workspace/workspace.ts';
import { embeddingCodeBehind } from './background.ts';
import { buildEngineParts, type EngineFittings, type MachineContext } from './engine-parts.ts';

export type SharedResources = Awaited<ReturnType<typeof openSharedResources>>;

/**
 * Opens what all engines of a home share: the settings, the embedder, and the user store. Daily copies are made here with
 * `copies`; the daemon leaves them to a thread. `fittings` are settings and models that the caller keeps loaded.
 */
export async function openSharedResources(
  surroundings: MachineContext,
  { copies, fittings }: { copies: boolean; fittings?: EngineFittings | undefined },
) {
  const opened = fittings ?? (await buildEngineParts(surroundings));
  const { settings, embedder, parts } = opened;
  const user = openIndexedStore(homeOf(surroundings.home).user, embedder, surroundings.now);
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= closing());

  async function closing(): Promise<void> {
    if (!fittings) await unloadModels(opened);
    closeIndexedStore(user, copies ? surroundings.now : undefined);
  }

  return {
    settings,
    embedder,
    user,
    engineFor: (project?: Project): Engine =>
      openEngine({ ...parts, user, copies, ...(project && { project }) }),
    /** An engine as a client, which embeds code while nothing else is asked. */
    clientOf: (engine: Engine): VerbClient => withCodeBehind(inProcess(engine), engine, opened),
    /** To be called when all its engines are closed. */
    close,
    [Symbol.asyncDispose]: close,
  };
}

export async function unloadModels({ embedder, parts }: EngineFittings): Promise<void> {
  await Promise.all([embedder.unload(), parts.spare?.unload(), parts.judge?.unload()]);
}

/** A machine, and whose memory is meant on it. */
export interface LocalMachine extends MachineContext {
  /** The folder whose project is meant; none for the user's own memory alone. */
  folder?: string | undefined;
  /** How a person called the project, where that folder is not there. */
  called?: string | undefined;
}

/** Reads the settings of a home and opens an engine over it, in this process. */
export async function openLocal(machine: LocalMachine): Promise<VerbClient> {
  const fittings = await buildEngineParts(machine);
  const { config, parts } = fittings;
  const isBundled = config.provider === 'bundled';
  const project = machineProject(machine);
  // An endpoint may take any time it likes. One whose model is still to be chosen has just not answered.
  const isUnchosen = config.provider === 'ollama' && (config.model ?? 'auto') === 'auto';
  const engine = openEngine({
    ...parts,
    ...(project && { project }),
    // The model in the package is quick enough that a command which ends soon can wait for a batch of it.
    background: isBundled ? 'own embedder' : isUnchosen ? undefined : embedderFor(config),
  });
  const client = inProcess(engine);
  return isUnchosen ? client : withCodeBehind(client, engine, fittings);
}

/** A client that embeds code while nothing else is asked; with an endpoint only where the settings want it. */
function withCodeBehind(
  client: VerbClient,
  engine: Engine,
  { config, settings }: EngineFittings,
): VerbClient {
  if (config.provider === 'bundled') return embeddingCodeBehind(client, engine);
  if (settings.graph.embed !== 'on') return client;
  return embeddingCodeBehind(client, engine, { embedder: embedderFor(config) });
}

function machineProject({ home, folder, called, now, env }: LocalMachine): Project | undefined {
  if (folder === undefined) return undefined;
  return called === undefined
    ? resolveProjectIn(home, folder, { now: now(), env })
    : knownProject(homeOf(home), { folder, called, now });
}
