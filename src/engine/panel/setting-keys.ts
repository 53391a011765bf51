import { z } from 'zod';
import { settings } from '../config.ts';

/** One setting: what it is, what it may be, and what it means. */
export interface SettingKey {
  key: string;
  section: string;
  kind: 'choice' | 'number' | 'boolean' | 'text';
  default: string | number | boolean | null;
  means: string;
  choices: string[] | null;
  min: number | null;
  max: number | null;
  whole: boolean;
}

/** Every setting there is, as the schema has it. */
export function settingKeys(): SettingKey[] {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Json>;
  };
  return Object.entries(properties).flatMap(([section, { properties: keys = {} }]) =>
    Object.entries(keys).map(([name, is]) => ({
      key: `${section}.${name}`,
      section,
      kind: is.enum ? 'choice' : is.type === 'boolean' ? 'boolean' : isNumber(is) ? 'number' : 'text',
      default: is.default ?? null,
      means: is.description ?? '',
      choices: is.enum ?? null,
      min: is.minimum ?? null,
      // Where nothing else bounds it, the schema tells the largest number there is.
      max: is.maximum === undefined || is.maximum >= Number.MAX_SAFE_INTEGER ? null : is.maximum,
      whole: is.type === 'integer',
    })),
  );
}

/** As much of a JSON schema as settings need. */
interface Json {
  type?: string;
  properties?: Record<string, Json>;
  enum?: string[];
  default?: string | number | boolean;
  description?: string;
  minimum?: number;
  maximum?: number;
}

const isNumber = ({ type }: Json): boolean => type === 'number' || type === 'integer';
