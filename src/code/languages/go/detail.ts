/** A type as it is written; pointers count as what they point at. */
export type Type =
  /** Nothing is known of it: a type parameter, an empty interface. */
  | null
  /** Of the package, built in, or from a package whose names are all imported. */
  | ['name', string]
  /** Defined inside of a function of this file, by its index. */
  | ['symbol', number]
  | ['from', packageName: string, string]
  /** A slice, array or channel. */
  | ['list', Type]
  | ['map', Type, Type]
  | ['func', Type[]]
  | ['struct', Record<string, Type>];

/** An expression with its local names already replaced by what they were declared as. */
export type Expr =
  | null
  /** A number, a text, a truth. */
  | ['value']
  | ['name', string]
  | ['symbol', number]
  | ['get', Expr, string]
  /** The first argument is kept where the result is of its type. */
  | ['call', Expr, Expr]
  /** One element, what `range` counts by, and its n-th result. */
  | ['item' | 'key', Expr]
  | ['part', Expr, number]
  /** A value of that type. */
  | ['of', Type]
  /** The receiver of the method around it. */
  | ['receiver', Type];

export interface TypeDetail {
  /** `type A = B` is B itself; of `type A B` only the fields are B's. */
  alias?: Type;
  under?: Type;
  fields: Record<string, { symbol: number; type: Type }>;
  /** Of an interface: its methods. */
  methods: Record<string, { symbol: number; results: Type[] }>;
  embeds: Type[];
}

export interface FunctionDetail {
  results: Type[];
  /** Of a method: the name of its receiver's type. */
  receiver?: string;
}

export interface GoImport {
  path: string;
  /** `.` and `_` too; none where the package says its name. */
  name?: string;
  line: number;
}

export interface GoMention {
  from: number;
  line: number;
  kind: 'calls' | 'inherits' | 'uses' | 'references';
  expr: Expr;
}

export interface GoDetail {
  package: string;
  imports: GoImport[];
  types: Record<number, TypeDetail>;
  functions: Record<number, FunctionDetail>;
  variables: Record<number, Expr>;
  mentions: GoMention[];
}
