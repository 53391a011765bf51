// node bench/truth-python.ts --data DIR --out FILE --pyright FOLDER [--python FILE] [--only PREFIX,PREFIX]
//
// Asks Pyright's language server where the calls and imports of a Python repository lead, for
// `npm run bench -- graph --truth`. FOLDER holds it as `npm install pyright` leaves it there: it is no dependency of
// ours. DIR is a git clone; the packages it needs may be installed for the interpreter given as --python, the more of
// them the better Pyright knows types. What leads into them is left out either way.
//
// One JSON object a line, as bench/truth-typescript.ts writes them. A call site:
//   {"file","line","name","target_file","target_line"}   the line of the name, and of the name where it is defined
//     "also": [[file, line]]   further definitions of the same thing: overloads, branches of an `if`
//     "optional": true         what is called is a value (a variable, an attribute, a property), no function or
//                              class: an edge there is right, and none is no mistake
// and once for each file that is covered, so that what is missing here is known to be wrong:
//   {"file","imports": [file]}   `from a import b` imports b where that is a module, else a
//     "unknown": [[line, name]]   calls of which Pyright knows nothing at all, neither here nor outside: the object is
//                                 of no known type, or the code is never reached by what it knows
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openParsers } from '@sqrl/code-graph/parse/grammars.ts';
import type { Node, Tree } from 'web-tree-sitter';

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string' },
    pyright: { type: 'string' },
    python: { type: 'string', default: 'python3' },
    only: { type: 'string', default: '' },
  },
});
if (!flags.data || !flags.out || !flags.pyright) {
  console.error('Needs --data DIR, --out FILE and --pyright FOLDER.');
  process.exit(2);
}

const root = resolve(flags.data);
const prefixes = flags.only.split(',');
const tracked = execFileSync('git', ['ls-files', '*.py'], { cwd: root, encoding: 'utf8', maxBuffer: 1e9 })
  .split('\n')
  .filter((file) => file !== '');
const covered = tracked.filter((file) => prefixes.some((each) => file.startsWith(each)));
const known = new Set(tracked);

const LOCAL = new Set([
  'parameters',
  'lambda_parameters',
  'import_statement',
  'import_from_statement',
  'for_in_clause',
]);

interface Position {
  line: number;
  character: number;
}

/** A place in the repository or outside of it; lines from 0. */
interface Place extends Position {
  file: string;
}

const parser = (await openParsers()).parser('tree-sitter-python.wasm');
const trees = new Map<string, Tree>();
const server = await startServer();

const lines: object[] = [];
let sites = 0;
for (const file of covered) {
  const uri = pathToFileURL(join(root, file)).href;
  const text = readFileSync(join(root, file), 'utf8');
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'python', version: 1, text } });
  const nodes = treeOf(file).rootNode.descendantsOfType([
    'call',
    'import_statement',
    'import_from_statement',
  ]);
  const imports = new Set<string>();
  const unknown: [line: number, name: string][] = [];
  for (const node of nodes) {
    if (node?.type === 'call') {
      const name = nameCalled(node.childForFieldName('function'));
      const found = name && (await definitionsAt(uri, name));
      if (found?.length === 0) unknown.push([name!.startPosition.row + 1, name!.text]);
      const site = found && siteOf(name!, found.filter(isHere));
      if (site) lines.push({ file, ...site });
      if (site) sites++;
    } else if (node) for (const path of await importedBy(uri, node)) if (path !== file) imports.add(path);
  }
  lines.push({ file, imports: [...imports].sort(), ...(unknown.length > 0 && { unknown }) });
  server.notify('textDocument/didClose', { textDocument: { uri } });
}
server.stop();
writeFileSync(flags.out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
console.log(`${covered.length} files, ${sites} call sites → ${flags.out}`);

function siteOf(name: Node, found: readonly Place[]): object | undefined {
  const places = found.filter((place) => !isLocal(place));
  // Where the definition of a function is one of the answers, the others are no more than its aliases.
  const functions = places.filter(isFunction);
  const [first, ...others] = functions.length > 0 ? functions : places;
  if (!first) return undefined;
  const also = others.map(({ file, line }) => [file, line + 1]);
  return {
    line: name.startPosition.row + 1,
    name: name.text,
    target_file: first.file,
    target_line: first.line + 1,
    ...(also.length > 0 && { also }),
    ...(functions.length === 0 && { optional: true }),
  };
}

function nameCalled(called: Node | null): Node | null {
  if (called?.type === 'parenthesized_expression') return nameCalled(called.firstNamedChild);
  if (called?.type === 'attribute') return called.childForFieldName('attribute');
  return called?.type === 'identifier' ? called : null;
}

async function importedBy(uri: string, statement: Node): Promise<string[]> {
  const names = statement.childrenForFieldName('name').map((name) => plain(name!));
  const found = await Promise.all(names.map((name) => moduleAt(uri, name)));
  if (statement.type === 'import_statement') return found.flatMap((path) => path ?? []);
  const module = statement.childForFieldName('module_name');
  const whole =
    module && (found.length === 0 || found.includes(undefined)) ? await packageAt(uri, module) : undefined;
  return [...found, whole].flatMap((path) => path ?? []);
}

/** The file of the module that names are imported from. Pyright has no answer where that is written as dots alone. */
async function packageAt(uri: string, module: Node): Promise<string | undefined> {
  if (!/^\.+$/.test(module.text)) return moduleAt(uri, module);
  const up = '../'.repeat(module.text.length - 1);
  const init = relative(root, resolve(fileURLToPath(uri), '..', up, '__init__.py'));
  return known.has(init) ? init : undefined;
}

function plain(name: Node): Node {
  return name.type === 'aliased_import' ? name.childForFieldName('name')! : name;
}

/** The file that a name in an import stands for, where that is a module. */
async function moduleAt(uri: string, name: Node): Promise<string | undefined> {
  const [place] = (await definitionsAt(uri, name, name.endPosition.column - 1)).filter(isHere);
  return place && place.line === 0 && place.character === 0 && place.whole ? place.file : undefined;
}

async function definitionsAt(
  uri: string,
  { startPosition, endPosition }: Node,
  character = startPosition.column,
): Promise<(Place & { whole: boolean })[]> {
  const position = {
    line: character === startPosition.column ? startPosition.row : endPosition.row,
    character,
  };
  const answer = await server.ask('textDocument/definition', { textDocument: { uri }, position });
  const locations = (answer ?? []) as { uri: string; range: { start: Position; end: Position } }[];
  return locations.map(({ uri: target, range: { start, end } }) => ({
    file: relative(root, fileURLToPath(target)),
    ...start,
    whole: end.line === 0 && end.character === 0,
  }));
}

function isHere({ file }: Place): boolean {
  return known.has(file);
}

function nodeAt({ file, line, character }: Place): Node | null {
  return treeOf(file).rootNode.namedDescendantForPosition({ row: line, column: character });
}

/** A parameter, what an import that leads nowhere binds, or a whole module. */
function isLocal(place: Place): boolean {
  for (let node = nodeAt(place); node; node = node.parent) {
    if (LOCAL.has(node.type)) return true;
    if (node.type === 'block' || node.type === 'module')
      return node.type === 'module' && place.character === 0 && place.line === 0;
  }
  return false;
}

/** The name of a function or class. What a property gives is a value. */
function isFunction(place: Place): boolean {
  const name = nodeAt(place);
  const definition = name?.parent;
  if (!definition || (definition.type !== 'function_definition' && definition.type !== 'class_definition'))
    return false;
  if (definition.childForFieldName('name')?.id !== name.id) return false;
  const decorators =
    definition.parent?.type === 'decorated_definition' ? definition.parent.namedChildren : [];
  return !decorators.some((each) => each?.type === 'decorator' && /property\b|\.setter\b/.test(each.text));
}

function treeOf(file: string): Tree {
  const tree = trees.get(file) ?? parser.parse(readFileSync(join(root, file), 'utf8'))!;
  trees.set(file, tree);
  return tree;
}

interface Server {
  ask(method: string, params: object): Promise<unknown>;
  notify(method: string, params: object): void;
  stop(): void;
}

async function startServer(): Promise<Server> {
  const child = spawn(process.execPath, [
    join(resolve(flags.pyright!), 'node_modules/pyright/langserver.index.js'),
    '--stdio',
  ]);
  const waiting = new Map<number, (result: unknown) => void>();
  let asked = 0;
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  child.stdout.on(
    'data',
    receiver((message) => {
      if (message.method && message.id !== undefined) send({ id: message.id, result: answerTo(message) });
      else if (message.id !== undefined) waiting.get(message.id)?.(message.result);
    }),
  );
  const ask = (method: string, params: object): Promise<unknown> => {
    const id = ++asked;
    send({ id, method, params });
    return new Promise((done) =>
      waiting.set(id, (result) => {
        waiting.delete(id);
        done(result);
      }),
    );
  };
  const uri = pathToFileURL(root).href;
  await ask('initialize', {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: 'repository' }],
    capabilities: { workspace: { configuration: true, workspaceFolders: true } },
  });
  send({ method: 'initialized', params: {} });
  return { ask, notify: (method, params) => send({ method, params }), stop: () => child.kill() };
}

interface Message {
  id?: number;
  method?: string;
  params?: { items?: { section?: string }[] };
  result?: unknown;
}

function answerTo({ method, params }: Message): unknown {
  if (method !== 'workspace/configuration') return null;
  const analysis = {
    diagnosticMode: 'openFilesOnly',
    typeCheckingMode: 'off',
    autoSearchPaths: true,
    useLibraryCodeForTypes: true,
  };
  return (params?.items ?? []).map(({ section }) => {
    if (section === 'python') return { pythonPath: flags.python, analysis };
    return section === 'python.analysis' ? analysis : {};
  });
}

/** Puts the messages of a stream together, each under a header that tells its length. */
function receiver(take: (message: Message) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const head = rest.indexOf('\r\n\r\n');
      const length =
        head === -1
          ? undefined
          : Number(/Content-Length: (\d+)/i.exec(rest.toString('latin1', 0, head))?.[1]);
      if (length === undefined || rest.length < head + 4 + length) return;
      take(JSON.parse(rest.toString('utf8', head + 4, head + 4 + length)) as Message);
      rest = rest.subarray(head + 4 + length);
    }
  };
}
