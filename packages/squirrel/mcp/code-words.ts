import { printed, printedName } from '@sqrl/base/model/printed.ts';
import type { Output } from '../protocol/verbs.ts';

type DefinedSymbol = Output<'graphDefine'>['symbols'][number];

/** A symbol as data that an agent can act on. */
export const shortSymbol = ({ qualified, kind, file, line, endLine, signature }: DefinedSymbol) => ({
  symbol: qualified,
  kind,
  file,
  line,
  endLine,
  signature,
});

export const symbolLine = (symbol: DefinedSymbol): string =>
  `- ${printedName(symbol.file)}:${symbol.line} ${namedWith(symbol)}`;

/** A symbol with its kind before it; many signatures begin with that word. */
export const namedWith = ({
  kind,
  signature,
  qualified,
}: Pick<DefinedSymbol, 'kind' | 'signature' | 'qualified'>): string =>
  printed(
    signature.startsWith(`${kind} `) ? signature : `${kind} ${signature || qualified}`,
    MAX_SIGNATURE_CHARS,
  );

const MAX_SIGNATURE_CHARS = 600;

/** What an answer did not find, and cannot have seen. */
export const unseenLines = ({ none, unseen }: Pick<Output<'graphTests'>, 'none' | 'unseen'>): string[] =>
  [...(none ? [none] : []), ...unseen].map((text) => printed(text, 400));

/** Says when an answer about the code may be behind the files. */
export const pendingNote = ({
  total,
  paths,
  unchecked = false,
}: Omit<Output<'graphTests'>['pending'], 'unchecked'> & { unchecked?: boolean }) => [
  ...(unchecked ? [{ message: 'The index is still being compared with the files.', hint: OUTDATED }] : []),
  ...(total === 0
    ? []
    : [
        {
          message: `${total} files changed since they were indexed (${paths
            .slice(0, 3)
            .map((path) => printedName(path))
            .join(', ')}${total > 3 ? ', …' : ''}).`,
          hint: OUTDATED,
        },
      ]),
];

const OUTDATED = 'This answer may be outdated.';
