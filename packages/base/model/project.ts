/** A repository by its identity: every worktree and every clone of it on this machine is the same project. */
export interface Project {
  /** `<name>-<hash of the origin's address, or of the root>`; also the name of its folder. */
  id: string;
  name: string;
  /** The main worktree's root, or the folder itself outside a repository; of several clones the one that was first seen. */
  root: string;
  /** The roots of its other clones, as far as they are known. */
  clones?: readonly string[];
  /** Its name for teams, where it has one. */
  remote: string | null;
}
