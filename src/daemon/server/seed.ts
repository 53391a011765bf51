import { Problem } from '../../base/problem.ts';
import type { Input } from '../../protocol/verbs.ts';
import type { Place } from '../../protocol/wire.ts';
import { parsed } from './calls.ts';
import type { House } from './house.ts';
import { placeOf } from './place.ts';

/** The views that have an address of their own. */
const VIEW_NAMES = ['user_style', 'project_brief', 'pitfalls'] as const;

type ViewName = (typeof VIEW_NAMES)[number];

/** One view of a project, by its name. */
export async function viewAt(house: House, name: string, query: URLSearchParams): Promise<unknown> {
  if (!(VIEW_NAMES as readonly string[]).includes(name))
    throw new Problem('There is no such view.', `There are ${VIEW_NAMES.join(', ')}.`, 'not_found');
  const files = query.getAll('scope_paths');
  const task = query.get('task_description') ?? undefined;
  const user = query.get('user_id') ?? undefined;
  const { views } = await house.call(
    projectOf(query),
    'views',
    {
      names: [name as ViewName],
      ...(files.length > 0 && { files }),
      ...(task !== undefined && { task }),
      ...(user !== undefined && { user }),
    },
    {},
  );
  return views[0];
}

/** Memories that answer a question, in the words of a search service. */
export async function searchMemory(house: House, query: URLSearchParams): Promise<unknown> {
  const types = query.getAll('types') as NonNullable<NonNullable<Input<'find'>['filter']>['types']>;
  const limit = Number(query.get('top_k') ?? 5);
  const [file] = query.getAll('scope_paths');
  const filter = { ...(types.length > 0 && { types }), ...(file !== undefined && { file }) };
  const { hits } = await house.call(
    projectOf(query),
    'find',
    { question: query.get('query') ?? '', limit, filter },
    {},
  );
  return {
    results: hits.map(({ memory, score }) => ({
      memory_id: memory.id,
      type: memory.type,
      key: memory.key,
      content: memory.text,
      tags: memory.tags,
      importance: memory.confidence,
      score,
    })),
  };
}

/** Reads what is new, learns from it, and names what came of it. */
export async function processEvents(house: House, text: string, signal: AbortSignal): Promise<unknown> {
  const { project_id: project, events } = parsed(text) as { project_id?: unknown; events?: unknown };
  if (typeof project !== 'string') throw new Problem('project_id must be a folder.', '', 'usage');
  if (Array.isArray(events) && events.length > 0)
    // Who sends them could put words into a person's mouth, and those count most of all.
    throw new Problem(
      'Events are read from the logs of clients themselves: sent ones could claim that a person said anything.',
      'Leave `events` out: what is new in the logs is read and learnt from. What an agent has to say goes to `remember`.',
      'usage',
    );
  const place = placeOf(new URLSearchParams({ project }));
  const episodes = async () => {
    const found = await house.call(place, 'episodes', { limit: 100_000 }, { signal });
    return new Set(found.episodes.map(({ id }) => id));
  };
  const before = await episodes();
  const { learnt } = await house.call(place, 'ingest', {}, { signal });
  return {
    episode_ids: [...(await episodes()).difference(before)],
    memory_item_ids: learnt ? [...learnt.learnt, ...learnt.changed] : [],
  };
}

function projectOf(query: URLSearchParams): Place {
  const place = placeOf(query, 'project_id');
  if (place.project === undefined) throw new Problem('project_id is missing.', '', 'usage');
  return place;
}
