/** A machine on which the program is installed, and whose it is. */
export interface Machine {
  /** The person's home folder. */
  person: string;
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** What starts the program from anywhere. */
  node: string;
  script: string;
  version: string;
}
