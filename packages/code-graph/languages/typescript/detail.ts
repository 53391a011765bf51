/** What the linker needs to know of one file: who declares what, in which scope, and what is called and named where. */
export interface TypeScriptDetail {
  /** The scope around each scope; the first is the module's and has -1. */
  scopes: number[];
  declarations: Declaration[];
  calls: CallExpression[];
  mentions: NameMention[];
  /** Members that are handed on instead of called: `run(cart.total)`, `cart.total.call(other)`. */
  handed: HandedMember[];
  exports: Export[];
}

export type DeclarationKind =
  | 'import'
  | 'class'
  | 'interface'
  | 'type'
  | 'enum'
  | 'namespace'
  | 'function'
  | 'variable'
  | 'parameter'
  | 'type parameter'
  | 'method'
  | 'field'
  /** An object literal, or the type of one. */
  | 'object'
  /** A function without a name, or the type of one. */
  | 'lambda';

export interface Declaration {
  kind: DeclarationKind;
  name: string;
  /** The scope it is bound in; -1 for members and what has no name. */
  scope: number;
  /** The scope in which its types and values are to be understood. */
  at: number;
  symbol?: number;
  type?: TypeExpression;
  /** What it begins as, and what is assigned to it where no type is written. */
  values?: Expression[];
  /** Where a pattern takes it out of its type or value: property names and places in arrays. */
  path?: (string | number)[];
  signature?: Signature;
  members?: number[];
  supers?: TypeExpression[];
  extends?: Expression;
  typeParameters?: number[];
  static?: true;
  /** What is read is what its signature returns. */
  getter?: true;
  /** Of a parameter: its function, and its place there. */
  of?: [declaration: number, index: number];
  /** What `this` is inside of it, where it was assigned to a member: `Cart.prototype.add = function () {}`. */
  receiver?: number;
  /** What is expected of it where it stands. */
  expected?: ExpectedType;
  from?: { specifier: string; name: string };
  /** Loops over its values. */
  each?: 'of' | 'in';
}

/** How a function is called: its parameters are declarations too. */
export interface Signature {
  parameters: number[];
  typeParameters?: number[];
  returns?: TypeExpression;
  /** What it returns, where no type is written. */
  gives?: Expression[];
  async?: true;
  generator?: true;
  /** It is made with `new`. */
  constructs?: true;
}

export interface CallExpression {
  callee: Expression;
  types?: TypeExpression[];
  new?: true;
  /** Where its name stands. */
  line: number;
  /** The symbol around it; -1 for the file. */
  symbol: number;
  scope: number;
}

/** A name that is read but not called, once for each symbol around it. */
export interface NameMention {
  name: string;
  kind: 'value' | 'type' | 'element';
  line: number;
  symbol: number;
  scope: number;
}

/** A member that stands where a function may be handed on. */
type HandedMember = Pick<CallExpression, 'callee' | 'line' | 'symbol' | 'scope'>;

export type Export =
  | { kind: 'local'; name: string; local: string }
  | { kind: 'declaration'; name: string; declaration: number }
  | { kind: 'value'; name: string; value: Expression; scope: number }
  /** The original is '*' where all of the module goes by one name. */
  | { kind: 'from'; name: string; specifier: string; original: string }
  | { kind: 'star'; specifier: string }
  /** `module.exports = value`: its members are the module's. */
  | { kind: 'all'; value: Expression; scope: number };

/** Where a function or an object stands, if that says something of its type. */
export type ExpectedType =
  | { by: 'argument'; call: number; index: number }
  | { by: 'type'; type: TypeExpression }
  | { by: 'return'; of: number }
  | { by: 'member'; of: number; name: string }
  | { by: 'element'; of: ExpectedType };

export type Expression =
  | ['name', string]
  /** The declaration of its class or object, and whether it stands in a static member. */
  | ['this', number, boolean]
  | ['super', number, boolean]
  | ['member', Expression, string]
  | ['element', Expression, Expression]
  /** Of the list of calls. */
  | ['call', number]
  | ['await', Expression]
  | ['as', TypeExpression]
  /** An object, a function or a class that is declared where it stands. */
  | ['declared', number]
  | ['array', Expression[]]
  | ['spread', Expression]
  | ['either', Expression[]]
  /** What `require` gives, and `import()` promises. */
  | ['module', string]
  | ['import', string]
  /** A value of a type of the language itself, and its name. */
  | ['plain', string]
  | ['unknown'];

export type TypeExpression =
  | ['name', string, TypeArguments?]
  | ['typeof', string, TypeArguments?]
  | ['import', string, string, TypeArguments?, 'typeof'?]
  | ['array', TypeExpression]
  | ['tuple', TypeExpression[]]
  | ['union', TypeExpression[]]
  | ['both', TypeExpression[]]
  | ['declared', number]
  | ['index', TypeExpression, TypeExpression]
  | ['values', TypeExpression]
  | ['literal', string]
  | ['plain', string]
  | ['this']
  | ['unknown'];

interface TypeArguments extends Array<TypeExpression> {}
