// node bench/truth-typescript.ts --data DIR --out FILE --typescript FOLDER [--tsconfig FILE] [--only PREFIX,PREFIX] [--bundler]
//
// Asks the TypeScript compiler where the calls and imports of a repository lead, for `npm run bench -- graph --truth`.
// FOLDER holds the compiler as `npm install typescript@5.9 @types/node` leaves it there: it is no dependency of ours.
// DIR is a git clone; its own packages need not be installed, what leads into them is left out either way. Where its
// workspaces reach each other through node_modules, --bundler lets them do so through the `paths` of its tsconfig.
//
// One JSON object a line. A call site:
//   {"file","line","name","target_file","target_line"}   the line of the name, and of the name where it is declared
//     "also": [[file, line]]   further declarations of the same thing: overloads, merged interfaces
//     "optional": true         what is called is a value (a variable, a property of a function type), no function or
//                              class: an edge there is right, and none is no mistake
// and once for each file that is covered, so that what is missing here is known to be wrong:
//   {"file","imports": [file]}
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string' },
    typescript: { type: 'string' },
    tsconfig: { type: 'string' },
    only: { type: 'string', default: '' },
    bundler: { type: 'boolean', default: false },
  },
});
if (!flags.data || !flags.out || !flags.typescript) {
  console.error('Needs --data DIR, --out FILE and --typescript FOLDER.');
  process.exit(2);
}

// The compiler is not installed here, so its types are not known either.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Any = any;
const ts: Any = createRequire(resolve(flags.typescript, 'package.json'))('typescript');

const root = resolve(flags.data);
const prefixes = flags.only.split(',');
const tracked = execFileSync('git', ['-c', 'core.quotepath=off', 'ls-files'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1e9,
}).split('\n');
const covered = tracked.filter(
  (file) => /\.[mc]?[jt]sx?$/.test(file) && prefixes.some((each) => file.startsWith(each)),
);
const known = new Set(tracked.map((file) => join(root, file)));
const options = optionsOf(flags.tsconfig ? resolve(flags.tsconfig) : join(root, 'tsconfig.json'));
const program = ts.createProgram(
  covered.map((file) => join(root, file)),
  options,
);
const checker = program.getTypeChecker();

const lines: object[] = [];
for (const file of covered) {
  const source = program.getSourceFile(join(root, file));
  if (!source) continue;
  const imports = new Set<string>();
  const visit = (node: Any): void => {
    const imported = importedBy(source, node);
    if (imported && imported !== file) imports.add(imported);
    const site = siteOf(source, node);
    if (site) lines.push({ file, ...site });
    // Types in comments are imported like others.
    for (const comment of node.jsDoc ?? []) visit(comment);
    ts.forEachChild(node, visit);
  };
  visit(source);
  lines.push({ file, imports: [...imports].sort() });
}
writeFileSync(flags.out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
console.log(`${covered.length} files, ${lines.length - covered.length} call sites → ${flags.out}`);

/** The repository's own options, without its packages of types, for every file alike. */
function optionsOf(tsconfig: string): Any {
  const { config = {} } = ts.readConfigFile(tsconfig, ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, resolve(tsconfig, '..')).options;
  for (const off of ['composite', 'incremental', 'rootDir', 'outDir', 'declaration', 'isolatedDeclarations'])
    delete parsed[off];
  return {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    jsx: ts.JsxEmit.Preserve,
    ...parsed,
    ...(flags.bundler && {
      module: ts.ModuleKind.Preserve,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    }),
    noEmit: true,
    allowJs: true,
    checkJs: true,
    skipLibCheck: true,
    maxNodeModuleJsDepth: 0,
    lib: ['lib.esnext.full.d.ts'],
    types: ['node'],
    typeRoots: [resolve(flags.typescript!, 'node_modules/@types')],
  };
}

function importedBy(source: Any, node: Any): string | undefined {
  const literal = specifierOf(node);
  if (!literal || !ts.isStringLiteralLike(literal)) return undefined;
  const mode =
    program.getModeForUsageLocation?.(source, literal) ??
    ts.getModeForUsageLocation?.(source, literal, options);
  const to =
    program.getResolvedModule?.(source, literal.text, mode)?.resolvedModule ??
    ts.resolveModuleName(literal.text, source.fileName, options, ts.sys, undefined, undefined, mode)
      .resolvedModule;
  return to && known.has(to.resolvedFileName) ? relative(root, to.resolvedFileName) : undefined;
}

function specifierOf(node: Any): Any {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isJSDocImportTag?.(node))
    return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  if (!ts.isCallExpression(node)) return undefined;
  const called = node.expression;
  const requires = ts.isIdentifier(called) && called.text === 'require';
  return requires || called.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined;
}

function siteOf(source: Any, node: Any): object | undefined {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node) && !ts.isTaggedTemplateExpression(node))
    return undefined;
  const name = nameCalled(node);
  if (!name) return undefined;
  const symbol = symbolAt(name);
  const declared = (symbol?.declarations ?? []).filter((each: Any) => !isLocal(each));
  const signature = quietly(() => checker.getResolvedSignature(node)?.declaration);
  const places = placesOf(declared);
  if (places.length === 0) return undefined;
  const optional = !declared.some(isFunctionLike);
  const others = optional && signature && !ts.isFunctionTypeNode(signature) ? placesOf([signature]) : [];
  const [first, ...also] = [...places, ...others];
  return {
    line: lineOf(source, name),
    name: name.text ?? 'super',
    target_file: first![0],
    target_line: first![1],
    ...(also.length > 0 && { also }),
    ...(optional && { optional }),
  };
}

function nameCalled(node: Any): Any {
  const called = unwrap(node.tag ?? node.expression);
  if (called.kind === ts.SyntaxKind.SuperKeyword || ts.isIdentifier(called)) return called;
  return ts.isPropertyAccessExpression(called) ? called.name : undefined;
}

/** What a name stands for, through imports, shorthand properties and destructuring. */
function symbolAt(name: Any): Any {
  let symbol = unalias(checker.getSymbolAtLocation(name));
  for (let steps = 0; symbol && steps < 5; steps++) {
    const [declaration] = symbol.declarations ?? [];
    let next: Any;
    if (declaration && ts.isShorthandPropertyAssignment(declaration))
      next = unalias(checker.getShorthandAssignmentValueSymbol(declaration));
    else if (declaration && ts.isBindingElement(declaration)) next = unalias(propertyBound(declaration));
    if (!next || next === symbol) break;
    symbol = next;
  }
  return symbol;
}

function propertyBound(element: Any): Any {
  const key = element.propertyName ?? element.name;
  if (!ts.isObjectBindingPattern(element.parent) || !ts.isIdentifier(key) || element.dotDotDotToken)
    return undefined;
  return quietly(() => checker.getTypeAtLocation(element.parent).getProperty(key.text));
}

function unalias(symbol: Any): Any {
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Where declarations stand in the repository, those with a body first. */
function placesOf(declarations: readonly Any[]): [file: string, line: number][] {
  return declarations
    .filter((each) => known.has(each.getSourceFile().fileName))
    .toSorted((a, b) => Number(Boolean(b.body)) - Number(Boolean(a.body)))
    .map((each) => {
      const source = each.getSourceFile();
      const node = ts.isConstructorDeclaration(each) ? each.parent : each;
      return [relative(root, source.fileName), lineOf(source, nameOf(node) ?? node)];
    });
}

function nameOf(declaration: Any): Any {
  if (ts.isPropertyAccessExpression(declaration)) return declaration.name;
  if (ts.isBinaryExpression(declaration) && ts.isPropertyAccessExpression(declaration.left))
    return declaration.left.name;
  return declaration.name;
}

function isLocal(declaration: Any): boolean {
  return ts.isParameter(declaration) || ts.isBindingElement(declaration);
}

function isFunctionLike(declaration: Any): boolean {
  if (ts.isClassLike(declaration) || ts.isConstructSignatureDeclaration(declaration)) return true;
  // Accessors give a value.
  if (ts.isAccessor(declaration)) return false;
  if (ts.isFunctionLike(declaration)) return !ts.isFunctionTypeNode(declaration);
  const assigned = ts.isPropertyAccessExpression(declaration) ? declaration.parent : declaration;
  const value = ts.isBinaryExpression(assigned) ? assigned.right : assigned.initializer;
  const given = value && unwrap(value);
  return (
    Boolean(given) &&
    (ts.isFunctionExpression(given) || ts.isArrowFunction(given) || ts.isClassExpression(given))
  );
}

function unwrap(node: Any): Any {
  let at = node;
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isNonNullExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isSatisfiesExpression(at)
  )
    at = at.expression;
  return at;
}

function lineOf(source: Any, node: Any): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** The compiler has its own bugs; one call less is no harm. */
function quietly<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
