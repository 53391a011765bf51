import { operands } from './shell-operands.ts';

/** The operands of a program that puts files in order, where it was told to write them; undefined where it was not. */
type Formatter = (args: readonly string[]) => string[] | undefined;

interface FormatterRule {
  /** Its first word, where it does more than that. */
  verb?: RegExp;
  /** Without it nothing is written. */
  needs?: RegExp;
  flags?: RegExp;
  /** Options whose value is the next word. */
  valued?: RegExp;
}

const form =
  ({ verb, needs, flags = /^$/, valued }: FormatterRule): Formatter =>
  (args) => {
    if (verb && !verb.test(args[0] ?? '')) return undefined;
    const rest = verb ? args.slice(1) : args;
    if (needs && !rest.some((arg) => needs.test(arg))) return undefined;
    const known = new RegExp(`${flags.source}|^--[\\w-]+=\\S+$`);
    return operands(needs ? rest.filter((arg) => !needs.test(arg)) : rest, known, valued);
  };

const biome = form({
  verb: /^(?:check|format|lint)$/,
  needs: /^--(?:write|fix|apply|apply-unsafe)$/,
  flags: /^--unsafe$/,
});
const ruffCheck = form({ verb: /^check$/, needs: /^--fix$/, flags: /^(?:-q|--quiet|--unsafe-fixes)$/ });
const ruffFormat = form({ verb: /^format$/, flags: /^(?:-q|--quiet)$/ });

/** Programs that put files in order, by their names. */
export const FORMATTERS: Record<string, Formatter> = {
  prettier: form({
    needs: /^(?:--write|-w)$/,
    flags: /^(?:-l|-u|--(?:list-different|ignore-unknown|cache|no-[\w-]+))$/,
  }),
  eslint: form({
    needs: /^--fix$/,
    flags: /^--(?:quiet|cache|no-[\w-]+)$/,
    valued: /^(?:-c|--(?:config|ext|max-warnings))$/,
  }),
  oxlint: form({ needs: /^--fix$/, flags: /^--quiet$/ }),
  stylelint: form({ needs: /^--fix$/, flags: /^(?:-q|--quiet)$/, valued: /^--config$/ }),
  biome,
  ruff: (args) => (args[0] === 'format' ? ruffFormat(args) : ruffCheck(args)),
  black: form({ flags: /^(?:-q|--quiet)$/, valued: /^(?:-l|--line-length)$/ }),
  isort: form({ flags: /^(?:-q|--quiet)$/, valued: /^--profile$/ }),
  autopep8: form({ needs: /^(?:-i|--in-place)$/, flags: /^(?:-a|--aggressive)$/ }),
  gofmt: form({ needs: /^-w$/, flags: /^-[ls]$/ }),
  goimports: form({ needs: /^-w$/ }),
  rustfmt: form({ valued: /^--edition$/ }),
  'clang-format': form({ needs: /^-i$/ }),
  shfmt: form({ needs: /^-w$/, flags: /^-(?:s|ci|bn)$/, valued: /^-(?:i|ln)$/ }),
  rubocop: form({ needs: /^(?:-a|-A|--autocorrect|--autocorrect-all)$/ }),
  deno: form({ verb: /^fmt$/, flags: /^(?:-q|--quiet)$/ }),
  dprint: form({ verb: /^fmt$/ }),
};
