/**
 * Earlier versions read SpecStory histories wherever they lay, and took commit messages for what somebody here decided:
 * a clone spoke with the person's voice. What came from there waits for the person, from the moment a store is opened,
 * and is derived anew as foreign text. What a person has confirmed or pinned is theirs.
 */
export const foreignSchema = `
  -- The log lay in a work tree and was read without a person naming it: all of it is foreign text.
  alter table log add column unasked integer not null default 0;
  update log set unasked = 1
    where row in (select log from session_log join session on session.row = session_log.session
                   where client = 'specstory');

  update memory set tainted = 1, needs_review = 1
    where verified = 0 and pinned = 0
      and (id in (select id from draft where matter in (select matter from sighting join session
                    on session.row = sighting.session where client = 'specstory'))
        or id in (select memory from draft where matter in (select matter from sighting join session
                    on session.row = sighting.session where client = 'specstory')));
  update memory set tainted = 1
    where verified = 0 and pinned = 0 and source = 'commit_auto' and type in ('decision', 'dead_end');

  update event set tainted = 1
    where tainted = 0 and session in (select row from session where client = 'specstory');
  update episode set tainted = 1
    where session in (select row from session where client = 'specstory');
  update session set unsettled = 1, rules = 0 where client in ('specstory', 'git');

  -- In the user's store alone. What holds everywhere does not say which project's sessions it came from.
  update memory set needs_review = 1
    where verified = 0 and pinned = 0 and scope = 'global' and source = 'user_said'
      and exists (select 1 from reading where client = 'specstory');
  insert into unsettled select id from project where true on conflict do nothing;
  delete from reading where client = 'specstory';
`;
