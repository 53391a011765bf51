/**
 * An expression as far as its type can be followed from outside of the function it stands in: local names are already
 * replaced by what was assigned to them.
 */
export type Expr =
  /** Nothing is known of it. */
  | null
  /** A value that is built in: a number, a text, a dictionary. */
  | ['value']
  /** A name of the module, or a built-in one. */
  | ['name', string]
  /** A function or class that is defined in this file, by its index. */
  | ['symbol', number]
  /** An instance of the class around it, the class itself, or its superclasses. */
  | ['self' | 'class' | 'super', number]
  | ['get', Expr, string]
  /** Arguments are kept where the type of the result depends on them. */
  | ['call', Expr, Expr[]]
  | ['index', Expr, Expr[]]
  /** What `for` takes out of it, what `with` makes of it, its n-th part. */
  | ['each' | 'enter', Expr]
  | ['part', Expr, number]
  /** An instance of the type that an annotation names. */
  | ['of', Expr]
  | ['list', Expr]
  | ['tuple', Expr[]]
  /** One of them, it is not known which. */
  | ['any', Expr[]];

/** What a name of the module stands for, once for each place that says so. */
export type Binding =
  | { value: Expr; symbol?: number }
  /** `import a.b as c`, and `import a.b`, which binds `a`. */
  | { module: string }
  /** `from ..a import b`: the dots are counted. */
  | { from: string; up: number; name: string };

export interface FunctionDetail {
  /** What a call gives: an annotation, or what its `return`s say. */
  returns: Expr;
  /** What its `yield`s say, where there is no annotation. */
  yields?: Expr;
  /** It is read like an attribute. */
  property?: true;
}

interface ClassDetail {
  bases: Expr[];
  /** Members by name: methods, nested classes, attributes that are assigned or annotated. */
  members: Record<string, Member>;
}

export interface Member {
  /** Index of its symbol; -1 where it has none. */
  symbol: number;
  value: Expr;
}

/** What a name leads to, and in which manner. */
export interface Mention {
  /** Index of the symbol it stands in; -1 for the file. */
  from: number;
  line: number;
  kind: 'calls' | 'inherits' | 'uses' | 'references';
  expr: Expr;
}

export interface PythonImport {
  module: string;
  up: number;
  /** `*` for all; none for `import a.b`. */
  names: string[];
  line: number;
}

export interface PythonDetail {
  imports: PythonImport[];
  names: Record<string, Binding[]>;
  /** By the index of the symbol. */
  functions: Record<number, FunctionDetail>;
  classes: Record<number, ClassDetail>;
  /** Names in `__all__`, where it is written out. */
  all: string[] | null;
  mentions: Mention[];
}
