import { dropMarks, markAll, markNames, markOf, setMark } from '../marks.ts';
import type { Store } from '../store.ts';

/** What ties a draft to others; how near they are where that is the tie. */
export interface DraftLink {
  link: string;
  similarity: number | null;
}

/** Ids of the drafts that changed since they were judged; triggers note them, so that a crash loses nothing. */
export const dueDrafts = (store: Store): string[] => markNames(store, 'draft due');

/** Asks for every draft to be judged, and for its ties to be found again. */
export const allAreDue = (store: Store): void => markAll(store, 'draft due', 'select id from draft');

/** Notes that drafts are judged as they are now, and by what; but for some, which are to be judged again. */
export function noneIsDue(store: Store, mark: string, but: readonly string[]): void {
  dropMarks(store, 'draft due');
  for (const id of but) setMark(store, 'draft due', id);
  setMark(store, 'draft around', 'all', mark);
}

/** What all drafts were last judged by: memories that people taught, what they refused, branches, the embedder. */
export const markOfAround = (store: Store): string | undefined =>
  markOf(store, 'draft around', 'all') as string | undefined;

/** The ties of a draft. */
export const draftLinks = (store: Store, draft: string): DraftLink[] =>
  store
    .sql('select link, similarity from draft_link where draft = ?')
    .all(draft)
    .map((found) => ({ ...found }) as unknown as DraftLink);

/** Makes these a draft's ties. Those to single others are theirs as well. */
export function replaceLinks(store: Store, draft: string, links: readonly string[]): void {
  for (const { link } of draftLinks(store, draft))
    if (link.startsWith(NEAR)) store.sql('delete from draft_link where link = ?').run(link);
  store.sql('delete from draft_link where draft = ?').run(draft);
  for (const link of new Set(links))
    store.sql('insert into draft_link (draft, link) values (?, ?)').run(draft, link);
}

/** Ties two drafts that are near each other. */
export function linkNear(store: Store, a: string, b: string, similarity: number): void {
  const link = `${NEAR}${[a, b].sort().join(' ')}`;
  for (const draft of [a, b])
    store
      .sql('insert or replace into draft_link (draft, link, similarity) values (?, ?, ?)')
      .run(draft, link, similarity);
}

export const NEAR = 'near:';

/** Ids of the drafts that share a tie. */
export const linkedBy = (store: Store, link: string): string[] =>
  store
    .sql('select draft from draft_link where link = ?')
    .all(link)
    .map(({ draft }) => draft as string);

/** Links of a kind that any draft has. */
export const linksLike = (store: Store, prefix: string): string[] =>
  store
    .sql('select distinct link from draft_link where link >= ? and link < ? order by link')
    .all(prefix, `${prefix}\u{10ffff}`)
    .map(({ link }) => link as string);
