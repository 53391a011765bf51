/** A field of a protobuf message: a number, or bytes that may be text, packed numbers or a message in turn. */
type Field = { number: number } & ({ value: number } | { bytes: Uint8Array });

/** Reads the fields of a message one after another; throws where the bytes are none. */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  while (at < message.length) {
    const key = varint(message, at);
    at = key.end;
    const number = Math.floor(key.value / 8);
    if (number === 0) throw new RangeError('A field has no number');
    const wire = key.value % 8;
    if (wire === 0) {
      const { value, end } = varint(message, at);
      at = end;
      yield { number, value };
    } else if (wire === 2) {
      const length = varint(message, at);
      at = length.end + length.value;
      if (at > message.length) throw new RangeError('A field is longer than its message');
      yield { number, bytes: message.subarray(length.end, at) };
    } else if (wire === 1 || wire === 5) {
      // Eight or four bytes: nothing we read is kept so.
      at += wire === 1 ? 8 : 4;
    } else throw new RangeError(`A field of wire type ${wire}`);
  }
}

/** The fields of a message by their numbers, of which any may be there several times. */
export function messageOf(bytes: Uint8Array) {
  const fields = Map.groupBy(fieldsOf(bytes), ({ number }) => number);
  const messages = (number: number): Uint8Array[] =>
    (fields.get(number) ?? []).flatMap((field) => ('bytes' in field ? [field.bytes] : []));
  return {
    messages,
    text: (number: number): string => Buffer.from(messages(number).at(-1) ?? []).toString('utf8'),
    /** One by one, or packed. */
    numbers: (number: number): number[] =>
      (fields.get(number) ?? []).flatMap((field) =>
        'bytes' in field ? packedNumbers(field.bytes) : [field.value],
      ),
  };
}

function packedNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { value, end } = varint(bytes, at);
    numbers.push(value);
    at = end;
  }
  return numbers;
}

/** Seven bits a byte, lowest first. What is past 2^53 is not told exactly; nothing here is that large. */
function varint(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from, scale = 1; at < bytes.length && at < from + 10; at++, scale *= 128) {
    value += (bytes[at]! & 127) * scale;
    if (bytes[at]! < 128) return { value, end: at + 1 };
  }
  throw new RangeError('A number does not end');
}
