import type { Opened } from './home.ts';

/** The texts of all memories that hold, in the order of the alphabet. */
export async function held({ client }: Opened): Promise<string[]> {
  const { memories } = await client.call('list', {
    filter: { statuses: ['provisional', 'active'] },
    limit: 100,
    order: 'oldest',
  });
  return memories.map(({ text }) => text).sort();
}
