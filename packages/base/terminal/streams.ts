/** Where a command writes: `process.stdout` and `process.stderr` fit, and so does an array in a test. */
export interface OutputStream {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  /** Called when the reader closed the pipe (EPIPE). */
  on?(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** Where a command reads: `process.stdin` fits. */
export interface InputStream extends AsyncIterable<Uint8Array | string> {
  isTTY?: boolean | undefined;
  /** Has a terminal hand over every key as it is pressed. */
  setRawMode?(on: boolean): unknown;
  /** Lets go of the descriptor, so that an unanswered question does not keep the process alive. */
  destroy?(): unknown;
}
