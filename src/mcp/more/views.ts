import { z } from 'zod';
import type { Asking, Told } from '../tool.ts';
import { READS, tool } from '../tool.ts';

const project_root = z.string().max(4096).optional().describe('The project’s folder');
const view = z.looseObject({ type: z.string(), markdown: z.string() });

/** How the person likes things done, as a view. */
export const userStyleView = tool({
  name: 'get_user_style_view',
  description: 'How the person likes things done: style, habits, preferred tools.',
  input: { project_root, user_id: z.string().max(200).optional() },
  output: view,
  hints: READS,
  run: ({ user_id }, ask) => viewed(ask, { names: ['user_style'], ...(user_id && { user: user_id }) }),
});

/** What the project is, as a view. */
export const projectBriefView = tool({
  name: 'get_project_brief_view',
  description: 'What this project is: modules, key facts, commands, where it changes most.',
  input: { project_root },
  output: view,
  hints: READS,
  run: (_, ask) => viewed(ask, { names: ['project_brief'] }),
});

/** What went wrong before, as a view. */
export const pitfallsView = tool({
  name: 'get_pitfalls_view',
  description: 'What went wrong here before, for some paths or a task.',
  input: {
    project_root,
    scope_paths: z.array(z.string().min(1)).max(256).optional(),
    task_description: z.string().max(20_000).optional(),
  },
  output: view,
  hints: READS,
  run: ({ scope_paths, task_description }, ask) =>
    viewed(ask, {
      names: ['pitfalls'],
      ...(scope_paths && { files: scope_paths }),
      ...(task_description && { task: task_description }),
    }),
});

async function viewed(ask: Asking, asked: Parameters<typeof ask.call<'views'>>[1]): Promise<Told> {
  const { views } = await ask.call('views', asked);
  const [made] = views;
  return { text: made!.markdown || 'Nothing is known yet.', data: { ...made! } };
}
