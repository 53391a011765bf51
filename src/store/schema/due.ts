/** Which drafts have to be judged again, and what each is judged together with. */
export const due = `
  -- What ties a draft to others, as it was last judged: what it is about, its words, its session, what it is near to.
  create table draft_link (
    draft text not null,
    link text not null,
    -- How near, where that is the tie.
    similarity real,
    primary key (draft, link)
  ) without rowid;
  create index draft_link_link on draft_link (link);

  -- Drafts that changed since they were judged; kept by triggers, so that a crash loses nothing.
  create table draft_due (
    draft text primary key
  ) without rowid;
  insert into draft_due select id from draft;
  create trigger draft_made after insert on draft begin
    insert into draft_due (draft) values (new.id) on conflict do nothing;
  end;
  create trigger draft_changed after update of id, body on draft begin
    insert into draft_due (draft) values (new.id) on conflict do nothing;
  end;
  -- Whatever it was judged together with is judged without it.
  create trigger draft_gone after delete on draft begin
    insert into draft_due (draft)
      select distinct other.draft from draft_link mine join draft_link other on other.link = mine.link
        where mine.draft = old.id and other.draft <> old.id on conflict do nothing;
    delete from draft_link where draft = old.id;
    delete from draft_due where draft = old.id;
  end;
  -- What was seen only in work that failed is not learnt.
  create trigger draft_episode after update of status on episode when new.status <> old.status begin
    insert into draft_due (draft) select draft from draft_link where link = 'episode:' || new.id on conflict do nothing;
  end;

  -- What all drafts were last judged by: memories that people taught, what they refused, branches, the embedder.
  create table draft_around (
    one integer primary key check (one = 1),
    mark text not null
  );
`;
