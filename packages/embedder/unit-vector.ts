import { ProviderFault } from './endpoints/circuit.ts';

/** Holds the vectors of one provider to what was asked for: same length every time, cut to size, of length one. */
export function vectorCheck(name: string, model: string, dims: number) {
  let given: number | undefined;

  return (vectors: readonly unknown[], expected: number, { exact = false } = {}): Float32Array[] => {
    if (vectors.length !== expected)
      throw new ProviderFault(
        `${name} sent ${vectors.length} vectors for ${expected} texts. Check its version.`,
      );
    return vectors.map((vector) => {
      if (!isNumbers(vector)) throw new ProviderFault(`${name} sent something that is not a vector.`);
      if (vector.length < dims || (exact && vector.length !== dims)) throw tooFew(vector.length);
      if (given !== undefined && vector.length !== given)
        throw new ProviderFault(
          `${name} changed from ${given} to ${vector.length} dimensions. Was ${model} replaced?`,
        );
      const unit = toUnit(vector, dims);
      if (!unit)
        throw new ProviderFault(`${name} sent a vector for one text that is zero or not numeric.`, false);
      given = vector.length;
      return unit;
    });
  };

  function tooFew(length: number): ProviderFault {
    return new ProviderFault(
      `${model} of ${name} has ${length} dimensions; ${dims} were requested. Set embedder.dims to ${length}, or choose another model.`,
    );
  }
}

/** Keeps the first numbers of a vector, which nested models put most into, and makes its length one. */
function toUnit(vector: ArrayLike<number>, dims: number): Float32Array | undefined {
  const unit = Float32Array.from({ length: dims }, (_, i) => vector[i] ?? Number.NaN);
  const length = Math.sqrt(unit.reduce((sum, x) => sum + x * x, 0));
  return length > 0 && Number.isFinite(length) ? unit.map((x) => x / length) : undefined;
}

function isNumbers(vector: unknown): vector is ArrayLike<number> {
  if (vector instanceof Float32Array) return true;
  // null is how JSON writes NaN: it is a number gone wrong, not another kind of answer.
  return Array.isArray(vector) && vector.every((x) => typeof x === 'number' || x === null);
}
