import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { startGit } from '@sqrl/base/git/process.ts';
import { hostPath } from '@sqrl/base/model/sync/hub-protocol.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { dropSyncNote, setSyncNote, syncNote } from '../../store/memory/shared.ts';
import { knownSpaces, putSpace } from '../../store/memory/spaces.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { PROJECT_SCOPES, worthSharing } from '../what-travels.ts';
import { askHub } from './ask-hub.ts';
import { requiredLogin, spaceRow } from './session.ts';

/** What linking a project came to. */
export interface ProjectLink {
  status: 'linked' | 'ask';
  space: { id: string; name: string; role: string } | null;
  created: boolean;
  /** Projects of the hub that this may be: with the same first commit, or given this remote by a maintainer. */
  candidates: { id: string; name: string; remotes: string[] }[];
  /** Share what the person says or confirms in this project. */
  auto: boolean;
  /** How many memories that is now. */
  worth: number;
}

/**
 * Links this project with a space of the hub: the same remote is the same project. Only here, when the person asks for it,
 * does the hub get to know that this project exists.
 */
export async function linkProject(
  engine: Engine,
  { space, create, name, auto }: LinkWish,
): Promise<ProjectLink> {
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

/** How a person wants a project linked. */
export interface LinkWish {
  space?: string | undefined;
  create?: boolean | undefined;
  name?: string | undefined;
  auto?: boolean | undefined;
}

function noteAuto({ own: { store } }: Engine, auto: boolean | undefined): void {
  if (auto === true) setSyncNote(store, 'hub auto', 'project');
  if (auto === false) dropSyncNote(store, 'hub auto');
}

const told = (
  engine: Engine,
  { status, space, created, candidates }: Pick<ProjectLink, 'status' | 'space' | 'created' | 'candidates'>,
): ProjectLink => ({
  ...{ status, created, candidates },
  space: space && { id: space.id, name: space.name, role: space.role },
  auto: syncNote(engine.own.store, 'hub auto') !== undefined,
  worth: worthSharing(engine, engine.own, PROJECT_SCOPES).length,
});

/** The commits with which a repository begins; a shallow clone would name wrong ones. */
async function rootsOf(engine: Engine, root: string): Promise<string[]> {
  const git = join(root, '.git');
  if (!existsSync(git) || existsSync(join(git, 'shallow'))) return [];
  const { child, failure } = startGit(root, ['rev-list', '--max-parents=0', 'HEAD'], engine);
  child.stdin.end();
  const said = await textOf(child.stdout);
  const failed = await failure.then(
    () => false,
    () => true,
  );
  return failed
    ? []
    : said
        .split('\n')
        .filter((line) => /^[0-9a-f]{40,64}$/.test(line))
        .slice(0, 10);
}
