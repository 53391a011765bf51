export interface Machine {
  person: string;
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** What starts the program from anywhere. */
  node: string;
  script: string;
  version: string;
}
