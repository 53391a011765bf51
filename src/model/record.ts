/** The structured part of a memory, where its type has one. Its text says the same in a sentence. */
export type MemoryRecord =
  | {
      kind: 'recipe';
      /** What kind of task it is for. */
      task: string;
      steps: { text: string; file: string | null; line: number | null }[];
      /** When it last led to success, in milliseconds since 1970; null where that is not known. */
      lastSuccessAt: number | null;
      successes: number;
    }
  | {
      kind: 'calibration';
      module: string;
      methodology: string;
      /** Steps taken for each step planned. */
      ratio: number;
      actualSteps: number;
      plannedSteps: number;
      samples: number;
    }
  | {
      kind: 'prefetch';
      module: string;
      /** Opened in more than 80 % of the sessions. */
      always: string[];
      /** In more than 50 %. */
      often: string[];
      sessions: number;
    }
  | {
      kind: 'dead end';
      approach: string;
      reason: string;
      alternative: string | null;
      task: string | null;
    };
