import type { Memory } from '@sqrl/base/model/memory.ts';
import { listed, mostImportant, type ViewHead, type ViewItem, type ViewPlace, viewHead } from './view.ts';

/** How the person likes things done, here and everywhere. */
export interface UserStyleView extends ViewHead<'user_style_view'> {
  user_id: string | null;
  items: ViewItem[];
}

/** Sums up preferences, the most important first. The caller puts the project's own before the general. */
export function userStyle(
  preferences: readonly Memory[],
  { user, ...place }: ViewPlace & { user: string | null },
): UserStyleView {
  const { items, sections } = listed(preferences.toSorted(mostImportant), headingOf, Object.values(HEADINGS));
  return {
    ...viewHead('user_style_view', 'User style', sections, place),
    user_id: user,
    items: items.map(({ files: _, ...item }) => item),
  };
}

/** By the first part of a memory's key. */
const HEADINGS: Record<string, string> = {
  style: 'Code',
  tool: 'Tools',
  command: 'Commands',
  git: 'Git',
  workflow: 'Workflow',
  replies: 'Replies',
};

const headingOf = ({ key }: Memory): string => HEADINGS[(key ?? '').split('.', 1)[0]!] ?? 'Other';
