import { inRepository } from './paths.ts';

export interface FailureStart {
  name: string;
  file: string | null;
  line: number | null;
  /** What the line itself says of it. */
  text: string;
  /** Lines after it belong to it. */
  open: boolean;
}

/** Reads the start of a failure; undefined where the line is none. `file` is the last test file that was announced. */
export function failureStart(line: string, file: string | null): FailureStart | undefined {
  for (const [pattern, read] of STARTS) {
    const found = pattern.exec(line);
    if (found)
      return { file: null, line: null, text: '', open: true, ...read(found.slice(1) as string[], file) };
  }
  return undefined;
}

/** The test file of which a runner is going to tell failures: `FAIL src/add.test.js`. */
export const announcedFile = (line: string): string | null =>
  /^\s*FAIL\s+(?:\S+ )?(\S+\.[cm]?[jt]sx?)(?: \([\d.]+ m?s\))?$/.exec(line)?.[1] ?? null;

type FailureParser = (found: string[], file: string | null) => Partial<FailureStart> & { name: string };

const at = (file: string | undefined, line?: string): Pick<FailureStart, 'file' | 'line'> => ({
  file: file === undefined ? null : inRepository(file),
  line: line === undefined ? null : Number(line),
});

const compiled: FailureParser = ([file, line, code, message]) => ({
  ...at(file, line),
  name: [code, message].filter((word) => word).join(': '),
});

/** What runners print, the more telling first. Each is anchored at both ends of a line. */
const STARTS: [pattern: RegExp, read: FailureParser][] = [
  // vitest
  [
    /^\s*FAIL\s+(?:\|[^|]+\|\s+)?(?:\S+ )?(\S+\.[cm]?[jt]sx?)(?: \[[^\]]*\])? > (.+)$/,
    ([file, name]) => ({ ...at(file), name: name! }),
  ],
  [/^\s*FAIL\s+(?:\|[^|]+\|\s+)?(\S+\.[cm]?[jt]sx?) \[ \S+ \]$/, ([file]) => ({ ...at(file), name: file! })],
  // playwright
  [
    /^\s*\d+\) (?:\[[^\]]+\] › )?(\S+\.[cm]?[jt]sx?):(\d+):\d+ › (.+?)[\s─]*$/,
    ([file, line, name]) => ({ ...at(file, line), name: name! }),
  ],
  // jest
  [/^\s*● (?!Console$)(\S.*)$/, ([name], file) => ({ ...at(file ?? undefined), name: name! })],
  // node --test, as TAP and for people; bun
  [/^\s*not ok \d+ -? ?(?!.* # (?:SKIP|TODO))(.+)$/, ([name]) => ({ name: name! })],
  [/^\s*✖ (.+?) \([\d.]+m?s\)$/, ([name]) => ({ name: name! })],
  [/^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/, ([name]) => ({ name: name! })],
  // pytest: a section each, and a list at the end
  [/^_{3,} (?:ERROR (?:at \w+ of|collecting) )?(\S.*?) _{3,}$/, ([name]) => ({ name: name! })],
  [
    /^(?:FAILED|ERROR) (\S+?\.py)(?:::(\S+(?:\[.*?\])?))?(?: - (.*))?$/,
    ([file, name, text]) => ({
      ...at(file),
      name: name?.replaceAll('::', '.') ?? file!,
      text: text ?? '',
      open: false,
    }),
  ],
  // go
  [/^\s*--- FAIL: (\S+) \([\d.]+s\)$/, ([name]) => ({ name: name! })],
  // cargo
  [/^---- (\S.*?) stdout ----$/, ([name]) => ({ name: name! })],
  [/^test (\S.*?) \.\.\. FAILED$/, ([name]) => ({ name: name!, open: false })],
  // gradle
  [/^(\S+ > .+) FAILED$/, ([name]) => ({ name: name! })],
  // maven
  [
    /^\[ERROR\]\s+([\w.$]+\.\w+):(\d+)(?:->\S+)? (.+)$/,
    ([name, line, text]) => ({ line: Number(line), name: name!, text: text!, open: false }),
  ],
  [/^\[ERROR\] (\/?\S+\.(?:java|kt|scala)):\[(\d+),\d+\] ()(.+)$/, compiled],
  // rspec
  [
    /^rspec (\S+\.rb):(\d+) # (.+)$/,
    ([file, line, name]) => ({ ...at(file, line), name: name!, open: false }),
  ],
  // phpunit
  [/^\d+\) ([\w\\]+::\w+.*)$/, ([name]) => ({ name: name! })],
  // ctest
  [
    /^\s*\d+ - (.+?) \((Failed|Timeout|SEGFAULT|Subprocess aborted|Not Run)\)$/,
    ([name, text]) => ({ name: name!, text: text!, open: false }),
  ],
  // dotnet
  [/^\s*(?:Failed|X) (\S.*?) \[[\d.,<\s]+m?s\]$/, ([name]) => ({ name: name! })],
  // tsc, in both of its ways
  [/^(\S+?\.[cm]?tsx?)\((\d+),\d+\): error (TS\d+): (.+)$/, compiled],
  [/^(\S+?\.[cm]?tsx?):(\d+):\d+ - error (TS\d+): (.+)$/, compiled],
  [/^\s*(\S+?\.(?:cs|fs|vb|cpp|c|h))\((\d+)(?:,\d+)?\)\s?: error (\w+): (.+?)(?: \[[^\]]*\])?$/, compiled],
  // gcc, clang, swiftc, javac
  [/^(\S+?\.\w{1,6}):(\d+)(?::\d+)?: (?:fatal )?error: ()(.+)$/, compiled],
  // go vet and build
  [/^(?:vet: )?(\S+?\.go):(\d+):\d+: ()(.+)$/, compiled],
  // rustc
  [
    /^error(?:\[(E\d+)\])?: (?!could not compile|test failed|aborting|process didn't|\d+ target)(.+)$/,
    ([code, message]) => ({ name: [code, message].filter((word) => word).join(': ') }),
  ],
];
