/** What a made project is about, and how its people work. */
export interface MadeProject {
  name: string;
  language: 'typescript' | 'python' | 'go';
  /** Parts of its code, lower ones first: each leans on those before it. */
  modules: Readonly<Record<string, readonly string[]>>;
  test: string;
  /** What goes wrong every time until one knows better. */
  failure: { tried: string; says: string; instead: string };
  /** What its people say again and again. */
  rules: readonly string[];
}

/** Three projects of one person. */
export const PROJECTS: readonly MadeProject[] = [
  {
    name: 'orchard-shop',
    language: 'typescript',
    modules: {
      shared: ['money', 'clock', 'result', 'logger', 'config'],
      catalog: ['product', 'variant', 'price', 'stock', 'image'],
      auth: ['session', 'token', 'password', 'login', 'role'],
      cart: ['basket', 'line', 'discount', 'coupon', 'total'],
      checkout: ['order', 'payment', 'shipping', 'invoice', 'receipt'],
      search: ['query', 'ranking', 'facet', 'suggestion', 'index'],
      mail: ['template', 'queue', 'delivery', 'bounce', 'digest'],
      admin: ['dashboard', 'report', 'export', 'audit', 'refund'],
    },
    test: 'pnpm test',
    failure: {
      tried: 'npm run typecheck',
      says: 'npm error Missing script: "typecheck"',
      instead: 'pnpm typecheck',
    },
    rules: [
      "No, don't use npm here, we use pnpm.",
      'Never edit the generated files in src/search/generated, run pnpm codegen instead.',
      'We decided to keep money in cents as integers because floats lost us a cent per order.',
      'Always write tests next to the code, not in a separate tests folder.',
      'Please use zod for everything that comes from outside.',
    ],
  },
  {
    name: 'ledger-api',
    language: 'python',
    modules: {
      core: ['clock', 'ids', 'errors', 'settings', 'database'],
      accounts: ['account', 'balance', 'owner', 'currency', 'limit'],
      postings: ['entry', 'journal', 'reversal', 'batch', 'rounding'],
      statements: ['period', 'export', 'pdf', 'mailing', 'archive'],
      webhooks: ['receiver', 'signature', 'retry', 'deadletter', 'replay'],
      reports: ['revenue', 'aging', 'tax', 'forecast', 'reconcile'],
    },
    test: 'pytest -q',
    failure: {
      tried: 'python -m mypy .',
      says: '/usr/bin/python: No module named mypy',
      instead: 'uv run mypy .',
    },
    rules: [
      'Do not use float for amounts, we use Decimal everywhere.',
      'We use ruff instead of black here.',
      'Migrations must be reversible, always write the downgrade.',
      'Never call the bank sandbox from unit tests.',
    ],
  },
  {
    name: 'courier-agent',
    language: 'go',
    modules: {
      base: ['clock', 'retry', 'errors', 'env'],
      route: ['planner', 'leg', 'distance', 'traffic'],
      parcel: ['label', 'scan', 'weight', 'status'],
      fleet: ['driver', 'vehicle', 'shift', 'assignment'],
      notify: ['push', 'sms', 'window', 'proof'],
    },
    test: 'go test ./...',
    failure: {
      tried: 'make lint',
      says: "make: *** No rule to make target 'lint'.  Stop.",
      instead: 'golangci-lint run',
    },
    rules: [
      'Wrap errors with %w, never with %v.',
      'Use the slog package instead of log here.',
      "Don't add dependencies without asking, the binary has to stay small.",
    ],
  },
];

/** Every file of a project with the part it belongs to. */
export const filesOf = ({
  modules,
  language,
}: MadeProject): { module: string; noun: string; path: string }[] =>
  Object.entries(modules).flatMap(([module, nouns]) =>
    nouns.flatMap((noun) =>
      ASPECTS.map((aspect) => ({ module, noun, path: pathOf(language, module, `${noun}_${aspect}`) })),
    ),
  );

/** What files of one noun are called for. */
export const ASPECTS = ['store', 'rules', 'view'] as const;

function pathOf(language: MadeProject['language'], module: string, name: string): string {
  if (language === 'typescript') return `src/${module}/${name.replaceAll('_', '-')}.ts`;
  if (language === 'python') return `${module}/${name}.py`;
  return `internal/${module}/${name}.go`;
}
