import type { Project } from '@sqrl/base/model/project.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { embedderFor } from '@sqrl/embedder/provider.ts';
import type { VerbClient } from '../protocol/client.ts';
import { inProcess } from '../verbs.ts';
import { homeOf } from '../workspace/home.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import { closeIndexedStore, type Engine, openEngine, openIndexedStore } from '../workspace/workspace.ts';
import { embeddingCodeBehind } from './code-background.ts';
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
  const { settings, config, embedder, parts } = opened;
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
    clientOf(engine) {
      const client = inProcess(engine);
      if (config.provider === 'bundled') return embeddingCodeBehind(client, engine);
      if (settings.graph.embed !== 'on') return client;
      return embeddingCodeBehind(client, engine, { embedder: embedderFor(config) });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Gives back the memory of the models. */
export async function unloadModels({ embedder, parts }: EngineFittings): Promise<void> {
  await Promise.all([embedder.unload(), parts.spare?.unload(), parts.judge?.unload()]);
}
