import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hostPath } from '@sqrl/base/model/sync/hub-protocol.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import {
  dropSyncNote,
  type KnownSpace,
  knownSpaces,
  putSpace,
  setSyncNote,
  syncNote,
} from '../../store/memory/shared.ts';
import { askGit } from '../../workspace/branch-history.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { PROJECT_SCOPES, worthSharing } from '../what-travels.ts';
import { askHub } from './ask-hub.ts';
import { requiredLogin, spaceRow } from './session.ts';

/**
 * Links this project with a space of the hub: the same remote is the same project. Only here, when the person asks for it,
 * does the hub get to know that this project exists.
 */
export async function linkProject(engine: Engine, { space, create, name, auto }: Parsed<'hubLink'>) {
  const login = requiredLogin(engine);
  const { project, own } = engine;
  if (!project)
    throw new Problem(
      'Not in a project, so there is nothing to link.',
      'Change to a project, or pass --project.',
      'usage',
    );
  const [known] = knownSpaces(own.store);
  if (known && space === undefined && name === undefined && !create) {
    noteAuto(engine, auto);
    return told(engine, { status: 'linked', space: known, created: false, candidates: [] });
  }
  if (known)
    throw new Problem(
      `This project is linked to ${known.name} already.`,
      `Leave it first: \`sqrl team leave project:${known.name}\`.`,
      'usage',
    );
  const remotes = project.remote ? [hostPath(project.remote) ?? ''].filter((one) => one !== '') : [];
  const roots = await rootsOf(engine, project.root);
  const reply = await askHub(login, 'link', { remotes, roots, name: name ?? project.name, space, create });
  if (reply.status === 'ask')
    return told(engine, { status: 'ask', space: null, created: false, candidates: reply.candidates });
  own.store.transaction(() => putSpace(own.store, { ...spaceRow(reply.space), project: project.id }));
  noteAuto(engine, auto);
  return told(engine, { ...reply, candidates: [] });
}

function noteAuto({ own: { store } }: Engine, auto: boolean | undefined): void {
  if (auto === true) setSyncNote(store, 'hub auto', 'project');
  if (auto === false) dropSyncNote(store, 'hub auto');
}

/** `candidates`: projects of the hub that this may be, with the same first commit, or given this remote by a maintainer. */
const told = (
  engine: Engine,
  {
    status,
    space,
    created,
    candidates,
  }: {
    status: 'linked' | 'ask';
    space: Pick<KnownSpace, 'id' | 'name' | 'role'> | null;
    created: boolean;
    candidates: { id: string; name: string; remotes: string[] }[];
  },
) => ({
  ...{ status, created, candidates },
  space: space && { id: space.id, name: space.name, role: space.role },
  /** Share what the person says or confirms in this project. */
  auto: syncNote(engine.own.store, 'hub auto') !== undefined,
  /** How many memories that is now. */
  worth: worthSharing(engine, engine.own, PROJECT_SCOPES).length,
});

/** The commits with which a repository begins; a shallow clone would name wrong ones. */
async function rootsOf({ env }: Engine, root: string): Promise<string[]> {
  const git = join(root, '.git');
  if (!existsSync(git) || existsSync(join(git, 'shallow'))) return [];
  const said = (await askGit({ root, env }, ['rev-list', '--max-parents=0', 'HEAD'])) ?? '';
  return said
    .split('\n')
    .filter((line) => /^[0-9a-f]{40,64}$/.test(line))
    .slice(0, 10);
}
