/** Values whose `type` determines their other properties. */
import { type TObject, Type } from 'typebox'
import { freeMap } from './open-parts.ts'

const MAX_TYPE_LENGTH = 200
const MAX_OTHER_PROPERTIES = 100

interface ByTypeOptions {
  readonly isOpen?: true
  /** A value without a type passes like one of another type. */
  readonly isTypeOptional?: true
  /** What happens to values of other types. */
  readonly others?: string
  readonly description?: string
}

/**
 * Validates a value only by the schema of its `type`, so that an error refers to that schema.
 * Types that are not listed are refused; with `isOpen` they pass as they are, with a bounded number of properties.
 */
export const byType = <T>(
  title: string | undefined,
  schemas: Readonly<Record<string, TObject>>,
  options: ByTypeOptions = {},
) => {
  const types = Object.keys(schemas)
  // Types with the same schema share a branch: separate branches would double nested schemas at each level.
  const typesOf = Map.groupBy(types, (type) => schemas[type])
  const branches = [...typesOf].map(([schema, ofSchema]) => ({
    if: { properties: { type: { enum: ofSchema } }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: schema,
  }))
  const others = {
    if: { properties: { type: { enum: types } }, required: ['type'] },
    else: freeMap(options.others ?? 'Of an unknown type: stored unchanged', { maxProperties: MAX_OTHER_PROPERTIES }),
  }
  return Type.Unsafe<T>({
    ...(title === undefined ? {} : { title }),
    ...(options.description === undefined ? {} : { description: options.description }),
    type: 'object',
    required: options.isTypeOptional ? [] : ['type'],
    properties: {
      type: options.isOpen ? { type: 'string', maxLength: MAX_TYPE_LENGTH } : { type: 'string', enum: types },
    },
    allOf: options.isOpen ? [...branches, others] : branches,
  })
}
