/** What the statement model read in the prompts of people; all of it can be read again. */
export const judgedPrompts = `
  create table judged_prompt (
    -- The prompt.
    event integer primary key,
    model text not null,
    -- For each of its sentences: log odds, kind, reach.
    readings text not null
  );
  create trigger judged_prompt_event_removed after delete on event begin
    delete from judged_prompt where event = old.row;
  end;
  create trigger judged_prompt_event_changed after update of text on event when old.text <> new.text begin
    delete from judged_prompt where event = old.row;
  end;
`;
