/** Values that say by their `type` what else is in them. */
import { type TObject, Type } from 'typebox'

/**
 * The schema that belongs to the value's `type`, and no other one: so a refusal names what is wrong with that one.
 * Types that are not listed are refused; with `isOpen` they pass as they are.
 */
export const byType = <T>(
  title: string,
  schemas: Readonly<Record<string, TObject>>,
  options: { readonly isOpen?: true; readonly description?: string } = {},
) =>
  Type.Unsafe<T>({
    title,
    ...(options.description === undefined ? {} : { description: options.description }),
    type: 'object',
    required: ['type'],
    properties: { type: options.isOpen ? { type: 'string' } : { type: 'string', enum: Object.keys(schemas) } },
    allOf: Object.entries(schemas).map(([type, schema]) => ({
      if: { properties: { type: { const: type } }, required: ['type'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: schema,
    })),
  })
