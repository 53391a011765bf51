import type { Engine } from '../../workspace/workspace.ts';
import { VIEWS, type ViewName } from '../views/staleness.ts';
import { pitfallsView, projectBriefView, userStyleView, type View } from './views.ts';
import { type WrittenViews, writeViews } from './write-views.ts';

/** Which views are wanted. */
export interface ViewsRequest {
  names?: readonly ViewName[] | undefined;
  /** Paths that pitfalls are wanted for. */
  files?: readonly string[] | undefined;
  /** What is about to be done. */
  task?: string | undefined;
  user?: string | undefined;
  /** Into the project's `.ctx/views`. */
  write?: boolean | undefined;
}

/** Makes views, or takes them as they were kept, and writes them into the project where that is wished. */
export async function showViews(
  engine: Engine,
  { names = VIEWS, files = [], task, user, write = false }: ViewsRequest,
): Promise<{ views: View[] } & WrittenViews> {
  const make: Record<ViewName, () => Promise<View>> = {
    user_style: () => userStyleView(engine, { user: user ?? null }),
    project_brief: () => projectBriefView(engine),
    pitfalls: () => pitfallsView(engine, { paths: files, task: task ?? null }),
  };
  const made: { name: ViewName; view: View }[] = [];
  for (const name of new Set(names)) made.push({ name, view: await make[name]() });
  const written = write ? writeViews(engine, made) : { written: [], unchanged: [] };
  return { views: made.map(({ view }) => view), ...written };
}
