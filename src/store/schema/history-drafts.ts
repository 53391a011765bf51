/**
 * Earlier versions made memories of what sessions did: tasks and their files, unfinished work, where names were found,
 * what was read together, how much effort it took. Sessions and files hold that. What was seen of it goes, and its
 * matters are drafted anew, so that learning archives the memories that no person has touched.
 */
export const historyDrafts = `
  create temp table history_matter as
    select matter from (select signal, matter from draft union select signal, matter from sighting)
     where signal in ('work_unit', 'whereabouts', 'work_state', 'hot_spot', 'repeated_grep', 'external_reference',
                      'file_access', 'import_chase', 'step_overrun', 'test_order')
        or matter glob 'token_spike:read *' or matter glob 'synthesis:start:*' or matter glob 'synthesis:pair:*';
  insert or ignore into unlearnt select matter from history_matter;
  -- Of files that are read for a change to another; that they change together is still learned.
  insert or ignore into unlearnt select matter from draft where signal = 'co_access';
  delete from sighting where matter in (select matter from history_matter);
  drop table history_matter;
`;
