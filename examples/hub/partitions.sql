-- Makes the tables of a hub that grow the parents of 16 parts by the hash of the organization, with keys, indexes, policies
-- and grants as they had them, and moves the rows. For a hub that is stopped: docs/HUB.md, "Past one machine".
do $$
declare name text; made text; policy record; grants record; i int;
  parts int := 16;
begin
  foreach name in array array['record', 'batch', 'audit', 'seen'] loop
    execute format('alter table hub.%I rename to %I', name, name || '_whole');
    execute format('create table hub.%I (like hub.%I including defaults including constraints) partition by hash (org)',
      name, name || '_whole');
    for i in 0..parts - 1 loop
      execute format('create table hub.%I partition of hub.%I for values with (modulus %s, remainder %s)',
        name || '_' || i, name, parts, i);
    end loop;
    for made in select pg_get_indexdef(indexrelid) from pg_index
                 where indrelid = format('hub.%I', name || '_whole')::regclass loop
      execute regexp_replace(replace(made, name || '_whole', name), 'INDEX \S+ ON', 'INDEX ON');
    end loop;
    execute format('alter table hub.%I enable row level security', name);
    for policy in select qual, with_check from pg_policies where schemaname = 'hub' and tablename = name || '_whole' loop
      execute format('create policy of_caller on hub.%I using (%s) with check (%s)', name, policy.qual, policy.with_check);
    end loop;
    for grants in select grantee, string_agg(privilege_type, ', ') as may from information_schema.role_table_grants
                   where table_schema = 'hub' and table_name = name || '_whole' and grantee = 'sqrl_hub' group by grantee loop
      execute format('grant %s on hub.%I to %I', grants.may, name, grants.grantee);
    end loop;
    execute format('insert into hub.%I select * from hub.%I', name, name || '_whole');
    execute format('drop table hub.%I', name || '_whole');
  end loop;
end $$;
