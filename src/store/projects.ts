import type { Project } from '../model/project.ts';
import type { Store } from './store.ts';

/** Notes in the user's store that a project was seen. */
export function seeProject(store: Store, { id, name, root, remote }: Project, now: number): void {
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
  store.sql('delete from project where id = ?').run(id);
}

/** The folders of all projects that were seen. */
export const projectRoots = (store: Store): string[] =>
  store
    .sql('select root from project order by root')
    .all()
    .map(({ root }) => root as string);

/** Every project that was seen. */
export const projectsSeen = (store: Store): Project[] =>
  store
    .sql('select id, name, root, remote from project order by name, root')
    .all()
    .map(({ id, name, root, remote }) => ({ id, name, root, remote }) as Project);

/** Every project that was seen and when it last was, the latest first. */
export const projectsSeenAt = (store: Store): (Project & { seenAt: number })[] =>
  store
    .sql('select id, name, root, remote, seen_at as seenAt from project order by seen_at desc, name, root')
    .all()
    .map((found) => ({ ...found }) as unknown as Project & { seenAt: number });

/** Notes that events come into a project which nothing has been derived from yet. */
export function markUnsettled(store: Store, project: string): void {
  store.sql('insert or ignore into unsettled (project) values (?)').run(project);
}

/** Notes that all of a project is settled. */
export function clearUnsettled(store: Store, project: string): void {
  store.sql('delete from unsettled where project = ?').run(project);
}

/** Projects with unsettled sessions. */
export const unsettledProjects = (store: Store): string[] =>
  store
    .sql('select project from unsettled order by project')
    .all()
    .map(({ project }) => project as string);
