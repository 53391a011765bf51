/** Calls that broke a rule of the person, and what became of them. */
export const ruleBreaches = `
  create table rule_breach (
    memory text not null,
    client text not null,
    session text not null,
    at integer not null,
    -- stopped; overruled: made again after the stop; broken: seen when it was done.
    did text not null,
    -- The command or the file, without secrets.
    about text not null
  );
  create index rule_breach_memory on rule_breach (memory, did);
  create index rule_breach_session on rule_breach (session);
  -- Words of a person that may be rules.
  create index memory_rule on memory (row) where trigger_when is null and status <> 'deprecated'
    and (verified = 1 or pinned = 1 or source in ('user_taught', 'user_said', 'file_index'));
`;
