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
