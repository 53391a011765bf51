import { printed, printedName } from '../model/printed.ts';
import type { Output } from '../protocol/verbs.ts';

type CodeSymbol = Output<'graphDefine'>['symbols'][number];

/** A symbol as data that an agent can act on. */
export const shortSymbol = ({ qualified, kind, file, line, endLine, signature }: CodeSymbol) => ({
  symbol: qualified,
  kind,
  file,
  line,
  endLine,
  signature,
});

/** A symbol as a line. */
export const symbolLine = (symbol: CodeSymbol): string =>
  `- ${printedName(symbol.file)}:${symbol.line} ${namedWith(symbol)}`;

/** A symbol with its kind before it; many signatures begin with that word. */
export const namedWith = ({
  kind,
  signature,
  qualified,
}: Pick<CodeSymbol, 'kind' | 'signature' | 'qualified'>): string =>
  printed(
    signature.startsWith(`${kind} `) ? signature : `${kind} ${signature || qualified}`,
    LONGEST_SIGNATURE,
  );

const LONGEST_SIGNATURE = 600;

/** Says when an answer about the code may be behind the files. */
export const pendingNote = ({ total, paths }: { total: number; paths: string[] }) =>
  total === 0
    ? []
    : [
        {
          message: `${total} files are not read yet as they are now (${paths
            .slice(0, 3)
            .map((path) => printedName(path))
            .join(', ')}${total > 3 ? ', …' : ''}).`,
          hint: 'What this says may be behind them.',
        },
      ];
