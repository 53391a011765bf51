/** A repository by its identity: every worktree of it is the same project. */
export interface Project {
  /** `<name>-<hash of root>`; also the name of its folder. */
  id: string;
  name: string;
  /** The main worktree's root, or the folder itself outside a repository. */
  root: string;
  /** Its name for teams, where it has one. */
  remote: string | null;
}
