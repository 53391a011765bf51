import { estimateTokens } from '../../base/text/tokens.ts';
import {
  eachOnce,
  itemOf,
  markdownOf,
  mostImportant,
  type ViewHead,
  type ViewItem,
  type ViewMemory,
} from './view.ts';

/** How the person likes things done, here and everywhere. */
export interface UserStyleView extends ViewHead<'user_style_view'> {
  user_id: string | null;
  items: ViewItem[];
}

/** So much can be kept in mind. */
const MAX_ITEMS = 20;

/** Sums up preferences, the most important first. The caller puts the project's own before the general. */
export function userStyle(
  preferences: readonly ViewMemory[],
  about: { project: string | null; user: string | null; at: string },
): UserStyleView {
  const kept = eachOnce(preferences.toSorted(mostImportant)).slice(0, MAX_ITEMS);
  const groups = Map.groupBy(kept, ({ memory }) => headingOf(memory.key));
  const markdown =
    kept.length === 0
      ? ''
      : markdownOf(
          'User style',
          HEADINGS.map(([, heading]) => [heading, (groups.get(heading) ?? []).map(({ line }) => line)]),
        );
  return {
    type: 'user_style_view',
    project_id: about.project,
    user_id: about.user,
    generated_at: about.at,
    token_estimate: estimateTokens(markdown),
    items: kept.map(({ memory }) => itemOf(memory)),
    markdown,
  };
}

const OTHER = 'Other';

const HEADINGS: readonly [start: string, heading: string][] = [
  ['style.', 'Code'],
  ['tool.', 'Tools'],
  ['command.', 'Commands'],
  ['git.', 'Git'],
  ['workflow.', 'Workflow'],
  ['replies.', 'Replies'],
  ['', OTHER],
];

const headingOf = (key: string | null): string =>
  HEADINGS.find(([start]) => (key ?? '').startsWith(start))![1];
