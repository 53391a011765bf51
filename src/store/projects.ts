import type { Project } from '../model/project.ts';
import { dropMark, markNames, setMark } from './marks.ts';
import type { Store } from './store.ts';

/** Notes in the user's store that a project was seen, and its folder. */
export function seeProject(store: Store, { id, name, root, remote }: Project, now: number): void {
  store
    .sql('insert or ignore into project_folder (root, project, seen_at) values (?, ?, ?)')
    .run(root, id, now);
  store
    .sql(
      `insert into project (id, name, root, remote, seen_at) values (?, ?, ?, ?, ?)
       on conflict (id) do update set name = excluded.name, root = excluded.root, remote = excluded.remote,
         seen_at = excluded.seen_at`,
    )
    .run(id, name, root, remote, now);
}

/** Forgets that a project was ever seen. */
export function forgetProject(store: Store, id: string): void {
  store.sql('delete from project_folder where project = ?').run(id);
  store.sql('delete from project where id = ?').run(id);
}

/** A folder of a project, as it was last seen. */
export interface SeenFolder {
  root: string;
  project: string;
  /** What all clones of its repository share; empty where there is nothing, null if not looked up yet. */
  key: string | null;
  seenAt: number;
}

const FOLDER = 'select root, project, key, seen_at as seenAt from project_folder';

/** What is known of a folder. */
export const folderSeen = (store: Store, root: string): SeenFolder | undefined =>
  store.sql(`${FOLDER} where root = ?`).get(root) as unknown as SeenFolder | undefined;

/** Every folder of a project, in the order of their names. */
export const projectFolders = (store: Store, project: string): SeenFolder[] =>
  store.sql(`${FOLDER} where project = ? order by root`).all(project) as unknown as SeenFolder[];

/** The project whose clones share a key; the longest known where it is several for now. */
export const projectOfKey = (store: Store, key: string): string | undefined =>
  store
    .sql(
      `select f.project from project_folder f left join project p on p.id = f.project
       where f.key = ? and f.key <> '' order by p.rowid is null, p.rowid, f.root limit 1`,
    )
    .get(key)?.project as string | undefined;

/** The only key that ends with an owner and a name, as some logs name a repository. */
export function keyEndingWith(store: Store, ownerAndName: string): string | undefined {
  const found = store
    .sql(
      `select distinct key from project_folder where key <> '' and lower(substr(key, -length(?))) = lower(?) limit 2`,
    )
    .all(`/${ownerAndName}`, `/${ownerAndName}`);
  return found.length === 1 ? (found[0]!.key as string) : undefined;
}

/** Notes to which project a folder belongs. */
export function seeFolder(store: Store, { root, project, key, seenAt }: SeenFolder): void {
  store
    .sql(
      `insert into project_folder (root, project, key, seen_at) values (?, ?, ?, ?)
       on conflict (root) do update set project = excluded.project, key = excluded.key, seen_at = excluded.seen_at`,
    )
    .run(root, project, key, seenAt);
}

/** Notes that a project turned out to be another one: its folders are that one's, its memories wait to be moved. */
export function noteSameProject(store: Store, project: string, sameAs: string): void {
  store.sql('update project_folder set project = ? where project = ?').run(sameAs, project);
  store.sql('update project set same_as = ? where id = ? or same_as = ?').run(sameAs, project, project);
}

/** Projects that turned out to be this one, whose memories wait to be moved here. */
export const projectsSameAs = (store: Store, project: string): string[] =>
  store
    .sql('select id from project where same_as = ? order by id')
    .all(project)
    .map(({ id }) => id as string);

/** A project as it was last seen. */
export const projectSeen = (store: Store, id: string): Project | undefined =>
  projectsSeen(store).find((each) => each.id === id);

/** The folders of all projects that were seen. */
export const projectRoots = (store: Store): string[] =>
  store
    .sql('select root from project where same_as is null order by root')
    .all()
    .map(({ root }) => root as string);

/** Every project that was seen. */
export const projectsSeen = (store: Store): Project[] =>
  store
    .sql('select id, name, root, remote from project where same_as is null order by name, root')
    .all()
    .map(({ id, name, root, remote }) => ({ id, name, root, remote }) as Project);

/** Every project that was seen and when it last was, the latest first. */
export const projectsSeenAt = (store: Store): (Project & { seenAt: number })[] =>
  store
    .sql(`select id, name, root, remote, seen_at as seenAt from project where same_as is null
       order by seen_at desc, name, root`)
    .all()
    .map((found) => ({ ...found }) as unknown as Project & { seenAt: number });

/** Notes that events come into a project which nothing has been derived from yet. */
export const markUnsettled = (store: Store, project: string): void => setMark(store, 'unsettled', project);

/** Notes that all of a project is settled. */
export const clearUnsettled = (store: Store, project: string): void => dropMark(store, 'unsettled', project);

/** Projects with unsettled sessions. */
export const unsettledProjects = (store: Store): string[] => markNames(store, 'unsettled');
