/** Something that was looked at, and how it stands. */
export interface Finding {
  /** What was looked at: `home`, `daemon`, `claude-code`… */
  about: string;
  /** good; look: works, and could be better; bad: does not work. */
  state: 'good' | 'look' | 'bad';
  says: string;
  /** How a person mends it. */
  mend?: string;
  /** Mends it, where that is safe to do unasked for; answers with what it did. */
  fix?: () => Promise<string> | string;
}

export const good = (about: string, says: string): Finding => ({ about, state: 'good', says });

export const look = (about: string, says: string, mend: string, fix?: Finding['fix']): Finding => ({
  about,
  state: 'look',
  says,
  mend,
  ...(fix && { fix }),
});

export const bad = (about: string, says: string, mend: string, fix?: Finding['fix']): Finding => ({
  about,
  state: 'bad',
  says,
  mend,
  ...(fix && { fix }),
});
