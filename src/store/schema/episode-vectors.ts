/** What past tasks mean. All of it can be found out again. */
export const episodeVectors = `
  create table episode_vector (
    episode integer primary key,
    -- Of the model and the text that was embedded: an episode that went on is embedded anew.
    key text not null,
    -- In eight bits: each code times the scale.
    scale real not null,
    codes blob not null
  );
  create trigger episode_removed after delete on episode begin
    delete from episode_vector where episode = old.row;
  end;
`;
