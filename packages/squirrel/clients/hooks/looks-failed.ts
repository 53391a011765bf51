/** Whether what a command printed is what failing commands print, for clients that do not tell how it ended. */
export const looksFailed = (words: string): boolean =>
  FAILED.test(words.length > MAX_TEXT_CHARS ? words.slice(-MAX_TEXT_CHARS) : words);

const MAX_TEXT_CHARS = 20_000;

const FAILED =
  /^(?:[^\S\n]*(?:(?:[\w.]*(?:Error|Exception)|error|fatal|ERROR|FATAL)(?:\[\w+\])?: |error TS\d+|npm (?:ERR!|error) |Traceback \(most recent|FAIL(?:ED|URE)?\b|✗ |not ok \d|panic: |thread '.*' panicked|make(?:\[\d+\])?: \*\*\* |Segmentation fault|ELIFECYCLE)|.*: (?:command not found|No such file or directory|Permission denied)[^\S\n]*$|.*\b[1-9]\d* (?:failed|failing|errors?)\b)/m;
