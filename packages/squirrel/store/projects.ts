import type { Project } from '@sqrl/base/model/project.ts';
import { raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { dropMark, markNames, setMark } from './marks.ts';

export function seeProject(store: Store, { id, name, root, remote }: Project, now: number): void {
  store.run`insert or ignore into project_folder (root, project, seen_at) values (${root}, ${id}, ${now})`;
  store.upsert('project', 'id', { id, name, root, remote, seenAt: now });
}

export function forgetProject(store: Store, id: string): void {
  store.run`delete from project_folder where project = ${id}`;
  store.run`delete from project where id = ${id}`;
}

export interface SeenFolder {
  root: string;
  project: string;
  /** What all clones of its repository share; empty where there is nothing, null if not looked up yet. */
  key: string | null;
  seenAt: number;
}

const FOLDER = 'select root, project, key, seen_at as seenAt from project_folder';

export const folderSeen = (store: Store, root: string): SeenFolder | undefined =>
  store.row`${raw(FOLDER)} where root = ${root}`;

export const projectFolders = (store: Store, project: string): SeenFolder[] =>
  store.rows`${raw(FOLDER)} where project = ${project} order by root`;

/** The project whose clones share a key; the longest known where it is several for now. */
export const projectOfKey = (store: Store, key: string): string | undefined =>
  store.value`select f.project from project_folder f left join project p on p.id = f.project
    where f.key = ${key} and f.key <> '' order by p.rowid is null, p.rowid, f.root limit 1`;

/** The only key that ends with an owner and a name, as some logs name a repository. */
export function keyEndingWith(store: Store, ownerAndName: string): string | undefined {
  const found = store.rows`select distinct key from project_folder where key <> '' and lower(substr(key,
    -length(${`/${ownerAndName}`}))) = lower(${`/${ownerAndName}`}) limit 2`;
  return found.length === 1 ? (found[0]!.key as string) : undefined;
}

export function seeFolder(store: Store, { root, project, key, seenAt }: SeenFolder): void {
  store.upsert('project_folder', 'root', { root, project, key, seenAt });
}

/** Notes that a project turned out to be another one: its folders are that one's, its memories wait to be moved. */
export function noteSameProject(store: Store, project: string, sameAs: string): void {
  store.run`update project_folder set project = ${sameAs} where project = ${project}`;
  store.run`update project set same_as = ${sameAs} where id = ${project} or same_as = ${project}`;
}

/** Projects that turned out to be this one, whose memories wait to be moved here. */
export const projectsSameAs = (store: Store, project: string): string[] =>
  store.column`select id from project where same_as = ${project} order by id`;

export const projectSeen = (store: Store, id: string): Project | undefined =>
  projectsSeen(store).find((each) => each.id === id);

export const projectRoots = (store: Store): string[] =>
  store.column`select root from project where same_as is null order by root`;

export const projectsSeen = (store: Store): Project[] =>
  store.rows`select id, name, root, remote from project where same_as is null order by name, root`;

export const projectsSeenAt = (store: Store): (Project & { seenAt: number })[] =>
  store.rows`select id, name, root, remote, seen_at from project where same_as is null
    order by seen_at desc, name, root`;

/** Notes that events come into a project which nothing has been derived from yet. */
export const markUnsettled = (store: Store, project: string): void => setMark(store, 'unsettled', project);

export const clearUnsettled = (store: Store, project: string): void => dropMark(store, 'unsettled', project);

export const unsettledProjects = (store: Store): string[] => markNames(store, 'unsettled');

/** What was asked of one model for one purpose, on one day or over several; the cost is in dollars. */
export type ModelSpending = Record<'model' | 'purpose', string> &
  Record<'calls' | 'failed' | 'input' | 'output' | 'cost', number>;

/** Adds to what was spent on a day; amounts below nought take back what was written too high. */
export function addSpending(store: Store, day: string, spent: ModelSpending): void {
  store.run`insert into spending (day, model, purpose, calls, failed, input, output, cost) values (${day},
      ${spent.model}, ${spent.purpose}, ${spent.calls}, ${spent.failed}, ${spent.input}, ${spent.output},
      ${spent.cost})
    on conflict do update set calls = calls + excluded.calls, failed = failed + excluded.failed,
      input = input + excluded.input, output = output + excluded.output, cost = cost + excluded.cost`;
}

export const spentOn = (store: Store, day: string): { input: number; output: number; cost: number } =>
  store.row`select ifnull(sum(input), 0) as input, ifnull(sum(output), 0) as output, ifnull(sum(cost),
    0) as cost
    from spending where day = ${day}`!;

/** What was spent from a day on, by purpose and model, the dearest first. */
export const spentSince = (store: Store, day: string): ModelSpending[] =>
  store.rows`select model, purpose, sum(calls) as calls, sum(failed) as failed, sum(input) as input,
          sum(output) as output, sum(cost) as cost
     from spending where day >= ${day} group by purpose, model
    order by cost desc, input + output desc, purpose, model`;
