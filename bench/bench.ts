/** What a benchmark measured; printed as one JSON object with --json. */
export type Figures = Record<string, unknown>;

interface BenchOptions {
  /** The file given with --data. */
  data: string | undefined;
  /** What else stood on the command line, for the one benchmark that knows it. */
  flags: Record<string, string>;
  print: (line: string) => void;
}

/** One named benchmark. */
export interface Bench {
  summary: string;
  /** Returns undefined where it had to skip; it has then said why in one line. */
  run(options: BenchOptions): Promise<Figures | undefined>;
}
