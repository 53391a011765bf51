/** What agents were told, and whether it helped. */
export const deliverySchema = `
  -- Briefings that were delivered at a point of a session.
  create table injection (
    row integer primary key,
    id text not null unique,
    client text not null,
    session text not null,
    at integer not null,
    point text not null,
    about text,
    tokens integer not null,
    holdout text not null,
    shown integer not null,
    passages text not null default '[]',
    "left" text not null default '[]'
  );
  create index injection_session on injection (session, at);
  create trigger injection_made after insert on injection begin
    insert into mark (kind, name)
      select 'unjudged', row from session where client = new.client and id = new.session on conflict do nothing;
  end;

  create table injection_memory (
    injection integer not null references injection (row) on delete cascade,
    memory text not null,
    why text,
    primary key (injection, memory)
  ) without rowid;
  create index injection_memory_memory on injection_memory (memory);

  -- What a memory came to in an episode in which it could have applied; also of memories in the user's store.
  create table outcome (
    memory text not null,
    episode text not null,
    session integer not null,
    at integer not null,
    before integer not null,
    delivered integer not null,
    used integer not null,
    failure text,
    saved real not null,
    why text not null,
    primary key (memory, episode)
  ) without rowid;
  create index outcome_episode on outcome (episode);
  create index outcome_session on outcome (session);
  create index outcome_used on outcome (memory) where used = 1;

  -- What outcomes in a project come to for a memory, in the memory's own store; its metrics hold the sum.
  create table tally (
    memory text not null,
    project text not null,
    opportunities integer not null,
    chances integer not null,
    uses integer not null,
    hits integer not null,
    misses integer not null,
    saved real not null,
    accesses integer not null,
    last_at integer,
    primary key (memory, project)
  ) without rowid;

  -- Calls that broke a rule of the person, and what became of them.
  create table rule_breach (
    memory text not null,
    client text not null,
    session text not null,
    at integer not null,
    -- stopped; overruled: made again after the stop; broken: seen when it was done.
    did text not null,
    about text not null
  );
  create index rule_breach_memory on rule_breach (memory, did);
  create index rule_breach_session on rule_breach (session);
`;
