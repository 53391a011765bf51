import type { Project } from '@sqrl/base/model/project.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { embedderFor } from '@sqrl/embedder/provider.ts';
import type { VerbClient } from '../protocol/client.ts';
import { inProcess } from '../verbs.ts';
import { homeOf } from '../workspace/home.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import { knownProject } from '../workspace/known-project.ts';
import { resolveProjectIn } from '../workspace/resolve-project.ts';
import { closeIndexedStore, type Engine, openEngine, openIndexedStore } from '../workspace/workspace.ts';
import { embeddingCodeBehind, reembeddingBehind } from './background.ts';
import { buildEngineParts, type EngineFittings, type MachineContext } from './engine-parts.ts';

/** What all engines of a home share: the settings, the embedder, and the user store. */
export interface SharedResources extends AsyncDisposable {
  readonly settings: EngineFittings['settings'];
  readonly embedder: Embedder;
  readonly user: IndexedStore;
  /** Opens an engine for a project, or for the user's own memory alone. */
  engineFor(project?: Project): Engine;
  /** That engine as a client, which embeds code while nothing else is asked. */
  clientOf(engine: Engine): VerbClient;
  /** To be called when all its engines are closed. */
  close(): Promise<void>;
}

export interface SharedResourcesOptions {
  /** Make the daily copies here; the daemon leaves them to a thread. */
  copies: boolean;
  /** Settings and models that the caller keeps loaded, and unloads. */
  fittings?: EngineFittings | undefined;
}

/** Opens what the engines of a home share. */
export async function openSharedResources(
  surroundings: MachineContext,
  { copies, fittings }: SharedResourcesOptions,
): Promise<SharedResources> {
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
    engineFor: (project) => openEngine({ ...parts, user, copies, ...(project && { project }) }),
    clientOf: (engine) => withCodeBehind(inProcess(engine), engine, opened),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Gives back the memory of the models. */
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
  const engine = openEngine({
    ...parts,
    ...(project && { project }),
    // The model in the package is quick enough that a command which ends soon can wait for a batch of it.
    background: isBundled,
  });
  const client = inProcess(engine);
  // An endpoint may take any time it likes. One whose model is still to be chosen has just not answered.
  const isUnchosen = config.provider === 'ollama' && (config.model ?? 'auto') === 'auto';
  if (isUnchosen) return client;
  const behind = isBundled ? client : reembeddingBehind(client, engine, embedderFor(config));
  return withCodeBehind(behind, engine, fittings);
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

/** The project that is meant on a machine. */
function machineProject({ home, folder, called, now, env }: LocalMachine): Project | undefined {
  if (folder === undefined) return undefined;
  return called === undefined
    ? resolveProjectIn(home, folder, { now: now(), env })
    : knownProject(homeOf(home), { folder, called, now });
}
