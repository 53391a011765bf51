/** Names that are the language's or the platform's before they are anybody's: finding only one says nothing. */
export const COMMON: ReadonlySet<string> = new Set([
  ...[
    Object,
    Function,
    Array,
    String,
    Number,
    Boolean,
    Symbol,
    Date,
    RegExp,
    Promise,
    Map,
    Set,
    WeakMap,
    WeakSet,
  ].flatMap((each) => [...Object.getOwnPropertyNames(each), ...Object.getOwnPropertyNames(each.prototype)]),
  ...[JSON, Math, Reflect, Atomics, Intl].flatMap((each) => Object.getOwnPropertyNames(each)),
  ...`on once off emit addListener removeListener removeAllListeners listeners write pipe unpipe close end destroy read resume
  pause open resolve reject readFile readFileSync writeFile writeFileSync exists existsSync stat mkdir join dirname basename
  relative use next send listen log warn error info debug trace json text blob arrayBuffer formData clone abort get set has
  add delete clear update start stop run init parse stringify format render mount unmount fetch request response header
  headers status body querySelector querySelectorAll addEventListener removeEventListener dispatchEvent appendChild
  removeChild insertBefore setAttribute getAttribute removeAttribute getElementById createElement focus blur click submit
  preventDefault stopPropagation setTimeout clearTimeout setInterval clearInterval requestAnimationFrame getReader enqueue
  cancel tee getWriter terminate postMessage subscribe unsubscribe toBe toEqual toThrow toHaveBeenCalled equal ok deepEqual
  strictEqual throws connect disconnect emit publish digest sign verify encode decode encrypt decrypt`.split(
    /\s+/,
  ),
]);
