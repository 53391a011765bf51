// Writes the declarations of the package's entries for programs, file by file, and no more than they reach.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordSchema } from '@sqrl/base/model/schemas.ts';
import { outputs } from '@sqrl/squirrel/protocol/outputs.ts';
import { type Verb, verbs } from '@sqrl/squirrel/protocol/verbs.ts';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { z } from 'zod';
import { ADAPTERS } from './bundle.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Entries that `exports` of package.json names, below `packages`. */
const ENTRIES = ['sdk/sdk.ts', ...ADAPTERS.map((path) => path.replace('packages/', ''))];

/** The verbs' types come from their schemas, so that a program needs no schema library to read them. */
const VERBS = 'squirrel/protocol/verbs.ts';

/** Writes the declarations into the folder of the built program. */
export function writeSdkTypes(out: string): void {
  const written = new Set<string>();
  for (const entry of ENTRIES) write(entry, { out, written });
}

/** Writes the declarations of a file and of those it imports; imports end as the built files do. */
function write(path: string, { out, written }: { out: string; written: Set<string> }): void {
  if (written.has(path)) return;
  written.add(path);
  const text = (path === VERBS ? verbTypes() : declarationsOf(path))
    .replace(OF_PACKAGE, (_, to) => relativeTo(path, to))
    .replace(IMPORT, '$1.js$2');
  const to = join(out, path.replace(/\.ts$/, '.d.ts'));
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
  for (const [, , next] of text.matchAll(/(from |import\()["'](\.{1,2}\/[^"']+?)\.js["']/g))
    write(`${normalize(join(dirname(path), next!))}.ts`, { out, written });
}

/** What a package of this repository is imported by; who installs the built one has no such name. */
const OF_PACKAGE = /(?<=["'])@sqrl\/([^"']+)(?=["'])/g;

function relativeTo(path: string, to: string): string {
  const way = relative(dirname(path), to).replaceAll(sep, '/');
  return way.startsWith('.') ? way : `./${way}`;
}

const IMPORT = /((?:from |import\()["']\.{1,2}\/[^"']+?)\.ts(["'])/g;

/** Types of the model that come from a schema are told as plain ones, too. */
const RECORD = /import type \{ (?:z|recordSchema) \} from ".*";\n/g;

/** Needs a type on every export, so that a file can be declared by itself. */
function declarationsOf(path: string): string {
  const { code, errors } = isolatedDeclarationSync(path, readFileSync(join(root, 'packages', path), 'utf8'));
  if (errors.length > 0)
    throw new Error(
      `packages/${path} cannot be declared: ${errors.map(({ message }) => message).join('; ')}`,
    );
  return code.includes('typeof recordSchema>')
    ? code.replace(RECORD, '').replace('z.output<typeof recordSchema>', plainType('output', recordSchema))
    : code;
}

/** The input of every verb as plain types, and the output where it is promised to other programs. */
function verbTypes(): string {
  const lines = (Object.keys(verbs) as Verb[]).map((verb) => {
    const output = (outputs as Partial<Record<Verb, z.ZodType>>)[verb];
    const answer = output ? plainType('output', output) : 'unknown';
    return `  ${verb}: { input: ${plainType('input', verbs[verb])}; output: ${answer} };`;
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

const plainType = (io: 'input' | 'output', schema: z.ZodType): string =>
  typeOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema);

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
