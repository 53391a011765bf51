/** The result of one check. */
export interface DoctorFinding {
  /** What was checked: `home`, `daemon`, `claude-code`… */
  about: string;
  /** good; look: works, but could be better; bad: does not work. */
  state: 'good' | 'look' | 'bad';
  says: string;
  /** What the user can do about it. Its name is part of `sqrl doctor --json`. */
  mend?: string;
  /** Applies a safe fix; returns a sentence about it. */
  fix?: () => Promise<string> | string;
}

export const good = (about: string, says: string): DoctorFinding => ({ about, state: 'good', says });

const finding =
  (state: DoctorFinding['state']) =>
  (about: string, says: string, mend: string, fix?: DoctorFinding['fix']): DoctorFinding => ({
    ...{ about, state, says, mend },
    ...(fix && { fix }),
  });

export const look = finding('look');
export const bad = finding('bad');
