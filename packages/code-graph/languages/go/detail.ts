/** A type as it is written; pointers count as what they point at. */
export type GoType =
  /** Nothing is known of it: a type parameter, an empty interface. */
  | null
  /** Of the package, built in, or from a package whose names are all imported. */
  | ['name', string]
  /** Defined inside of a function of this file, by its index. */
  | ['symbol', number]
  | ['from', packageName: string, string]
  /** A slice, array or channel. */
  | ['list', GoType]
  | ['map', GoType, GoType]
  | ['func', GoType[]]
  | ['struct', Record<string, GoType>];

/** An expression with its local names already replaced by what they were declared as. */
export type GoExpr =
  | null
  /** A number, a text, a truth. */
  | ['value']
  | ['name', string]
  | ['symbol', number]
  | ['get', GoExpr, string]
  /** The first argument is kept where the result is of its type. */
  | ['call', GoExpr, GoExpr]
  /** One element, what `range` counts by, and its n-th result. */
  | ['item' | 'key', GoExpr]
  | ['part', GoExpr, number]
  /** A value of that type. */
  | ['of', GoType]
  /** The receiver of the method around it. */
  | ['receiver', GoType];

export interface GoTypeDetail {
  /** `type A = B` is B itself; of `type A B` only the fields are B's. */
  alias?: GoType;
  under?: GoType;
  fields: Record<string, { symbol: number; type: GoType }>;
  /** Of an interface: its methods. */
  methods: Record<string, { symbol: number; results: GoType[] }>;
  embeds: GoType[];
}

export interface GoFunctionDetail {
  results: GoType[];
  /** Of a method: the name of its receiver's type. */
  receiver?: string;
}

export interface GoImport {
  path: string;
  /** `.` and `_` too, which lead nowhere; none where the package says its name. */
  name?: string;
  line: number;
}

export interface GoMention {
  from: number;
  line: number;
  kind: 'calls' | 'inherits' | 'uses' | 'references';
  expr: GoExpr;
}

export interface GoDetail {
  package: string;
  imports: GoImport[];
  types: Record<number, GoTypeDetail>;
  functions: Record<number, GoFunctionDetail>;
  variables: Record<number, GoExpr>;
  mentions: GoMention[];
}
