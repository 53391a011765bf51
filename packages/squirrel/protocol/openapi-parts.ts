/** Text, as a schema. */
export const textSchema = { type: 'string' } as const;

/** An error, as a schema. */
export const ERROR = {
  type: 'object',
  properties: {
    error: { type: 'object', properties: { message: textSchema, hint: textSchema, code: textSchema } },
  },
};

/** The statuses of errors. */
export const TROUBLES = Object.fromEntries(
  [400, 401, 403, 404, 413, 415, 499, 500, 502, 504].map((status) => [
    status,
    {
      description: 'Error',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]),
);

/** Something that stands behind the question mark of an address. */
export const parameter = (name: string, description: string, required = false) => ({
  name,
  in: 'query',
  required,
  description,
  schema: textSchema,
});
