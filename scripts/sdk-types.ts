// Writes the declarations of the package's entries for programs: what tsc emits, without what they do not reach.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Verb, verbs } from '../src/protocol/verbs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Entries that `exports` of package.json names, below `src`. */
const ENTRIES = ['sdk.ts'];

/** The verbs' types come from their schemas, so that a program needs no schema library to read them. */
const VERBS = 'protocol/verbs.d.ts';

/** Writes the declarations into a folder next to the built program. */
export async function writeSdkTypes(out: string): Promise<void> {
  const emitted = mkdtempSync(join(tmpdir(), 'sqrl-types-'));
  try {
    const config = join(emitted, 'tsconfig.json');
    const compilerOptions = {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true },
      ...{
        rootDir: join(root, 'src'),
        outDir: join(emitted, 'out'),
        typeRoots: [join(root, 'node_modules/@types')],
      },
    };
    const files = [...ENTRIES.map((entry) => join(root, 'src', entry)), join(root, 'src/webassembly.d.ts')];
    writeFileSync(
      config,
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
    );
    await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', config], { cwd: root });
    const seen = new Set<string>();
    for (const entry of ENTRIES)
      copy(entry.replace(/\.ts$/, '.d.ts'), { from: join(emitted, 'out'), out, seen });
  } finally {
    rmSync(emitted, { recursive: true, force: true });
  }
}

/** Copies a declaration and those it imports; imports end as the built files do. */
function copy(path: string, { from, out, seen }: { from: string; out: string; seen: Set<string> }): void {
  if (seen.has(path)) return;
  seen.add(path);
  if (path !== VERBS && !existsSync(join(from, path))) throw new Error(`tsc emitted no ${path}.`);
  const text = path === VERBS ? verbTypes() : readFileSync(join(from, path), 'utf8');
  const built = text.replace(/(from |import\()(['"])(\.{1,2}\/[^'"]+?)\.(?:ts|js)\2/g, '$1$2$3.js$2');
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), built);
  for (const [, , , to] of built.matchAll(/(from |import\()(['"])(\.{1,2}\/[^'"]+?)\.js\2/g))
    copy(normalize(join(dirname(path), `${to}.d.ts`)), { from, out, seen });
}

/** The input and output of every verb as plain types. */
function verbTypes(): string {
  const lines = (Object.keys(verbs) as Verb[]).map((verb) => {
    const of = (io: 'input' | 'output') =>
      typeOf(z.toJSONSchema(verbs[verb][io], { io, unrepresentable: 'any' }) as JsonSchema);
    return `  ${verb}: { input: ${of('input')}; output: ${of('output')} };`;
  });
  return `/** Every verb: what goes in and what comes out. */
export interface Verbs {
${lines.join('\n')}
}
export type Verb = keyof Verbs;
export type Input<V extends Verb> = Verbs[V]['input'];
export type Output<V extends Verb> = Verbs[V]['output'];
`;
}

interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
}

/** A JSON schema as a type; what it cannot say is unknown. */
function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.map((one) => `(${typeOf(one)})`).join(' | ');
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map(typeOf).join(', ')}]`
        : `(${typeOf(schema.items ?? {})})[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const names = Object.keys(properties);
  if (names.length === 0 && typeof additionalProperties === 'object')
    return `Record<string, ${typeOf(additionalProperties)}>`;
  const members = names.map((name) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${key}${required.includes(name) ? '' : '?'}: ${typeOf(properties[name]!)}`;
  });
  return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`;
}
