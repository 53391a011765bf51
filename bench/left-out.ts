/** Every combination of choices for some of a set of figures. */
export const combinations = <F extends object>(
  usual: F,
  choices: { [K in keyof F]?: readonly F[K][] },
): readonly F[] =>
  Object.entries(choices).reduce<F[]>(
    (some, [name, values]) =>
      some.flatMap((figures) => (values as F[keyof F][]).map((value) => ({ ...figures, [name]: value }))),
    [usual],
  );

/** Each part scored with what is best for the others; `tried` holds its scores with each of the combinations. */
export function leftOut<S>(
  parts: readonly { tried: readonly (readonly S[])[] }[],
  worthOf: (scores: readonly S[]) => number,
): S[] {
  return parts.flatMap((part) => {
    const others = parts.filter((other) => other !== part);
    const worths = part.tried.map((_, i) => worthOf(others.flatMap((other) => other.tried[i]!)));
    return [...part.tried[worths.indexOf(Math.max(...worths))]!];
  });
}
