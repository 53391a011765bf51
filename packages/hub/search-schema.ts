import { HUB_ROLE } from './db.ts';

/**
 * Full-text search. `words` is derived from the state, see `search-words.ts`. Every word
 * begins with the organization's: a search reads the lists of one organization, however many others the hub has.
 *
 * Row security cannot use such an index (`@@` is not leakproof), so `hub.search` runs with its owner's rights. It checks
 * organization and spaces itself and returns ids only; the texts are read under row security.
 */
export const SEARCH: readonly string[] = [
  // A list of what came last is read by every search: it stays short.
  'create index record_words on hub.record using gin (words) with (gin_pending_list_limit = 256)',
  // The rarer a word is in the spaces that are searched, the more it counts.
  `create function hub.search(of_org text, asked text[], without text[], rows int)
     returns table (space text, id text, score float8)
     language sql stable security definer set search_path = '' as $$
     with word as materialized (
       select a as word, ('''' || a || '''')::tsquery as query from unnest(asked) a),
     searched as materialized (
       select s.id, s.kind from hub.space s
        where s.org = of_org and s.org = nullif(current_setting('app.org', true), '')
          and s.id in (select hub.my_spaces()) and s.id <> all(without) and not s.sealed),
     found as materialized (
       select r.space, r.id, r.updated_at, r.words from hub.record r join searched s on s.id = r.space
        where r.org = of_org and r.kind = 'memory'
          and r.words @@ (select string_agg('''' || w.word || '''', ' | ') from word w)::tsquery
          and (s.kind not in ('team', 'org') or (r.reviewed_hash = r.hash and not r.dismissed))),
     hit as materialized (
       select f.space, f.id, f.updated_at, w.word from found f join word w on f.words @@ w.query),
     rarity as materialized (
       select h.word, ln(1 + (
           select count(*) from hub.record r
            where r.org = of_org and r.space in (select s.id from searched s) and r.kind = 'memory'
         )::float8 / count(*)) as weight
         from hit h group by h.word)
     select h.space, h.id, sum(y.weight) from hit h join rarity y on y.word = h.word
      group by h.space, h.id order by sum(y.weight) desc, max(h.updated_at) desc, h.id limit rows $$`,
  `revoke all on function hub.search(text, text[], text[], int) from public`,
  `grant execute on function hub.search(text, text[], text[], int) to ${HUB_ROLE}`,
];
