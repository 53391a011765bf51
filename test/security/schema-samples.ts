import { type Verb, verbs } from '@sqrl/squirrel/protocol/verbs.ts';
import { z } from 'zod';

/** A part of an input into which any text may be put, and how the whole input then looks. */
export interface TextField {
  verb: Verb;
  /** Such as `filter.file`. */
  field: string;
  /** A small input that the verb accepts, with a text in this field. */
  with(text: string): unknown;
}

/** Every field of every verb that takes any text; what is not a path today is tried all the same. */
export const textFields = (): TextField[] =>
  (Object.keys(verbs) as Verb[]).flatMap((verb) => {
    const schema = z.toJSONSchema(verbs[verb], { io: 'input', unrepresentable: 'any' }) as Schema;
    return fieldsOf(schema).map(({ at, fill }) => ({ verb, field: at.join('.'), with: fill }));
  });

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  minItems?: number;
}

interface Field {
  at: string[];
  fill: (text: string) => unknown;
}

/** The fields of a schema, each with the least that must stand around it. */
function fieldsOf(schema: Schema): Field[] {
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return ways.flatMap(fieldsOf);
  if (isText(schema)) return [{ at: [], fill: (text) => text }];
  if (schema.type === 'array')
    return fieldsOf(schema.items ?? {}).map(({ at, fill }) => ({
      at: ['[]', ...at],
      fill: (text) => [fill(text)],
    }));
  if (schema.type !== 'object') return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    fieldsOf(inner).map(({ at, fill }) => ({
      at: [name, ...at],
      fill: (text) => ({ ...(leastOf(schema) as object), [name]: fill(text) }),
    })),
  );
}

/** The least that a schema accepts. */
function leastOf(schema: Schema): unknown {
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return leastOf(ways[0]!);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'string':
      return 'shop';
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => leastOf(schema.items ?? {}));
    default:
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, leastOf(schema.properties?.[name] ?? {})]),
      );
  }
}

const isText = ({ type, enum: list, const: one }: Schema): boolean =>
  type === 'string' && list === undefined && one === undefined;
