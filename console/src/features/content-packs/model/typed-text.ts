/** Values of parameters, as they are typed into a field. */
import type { PARAMETER_TYPES } from '@logyard/contract/content-packs/content-packs'

export type ParameterType = (typeof PARAMETER_TYPES)[number]
export type TypedValue = string | number | boolean

const INTEGER = /^[+-]?\d+$/
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
const MAX_INTEGER = 2 ** 31

function integerOf(text: string, isInRange: (value: number) => boolean): number | undefined {
  const value = Number(text)
  return INTEGER.test(text) && isInRange(value) ? value : undefined
}

/** The value that a text means in this type; `undefined` if it means none. */
export function typedValue(type: ParameterType, text: string): TypedValue | undefined {
  const trimmed = text.trim()
  switch (type) {
    case 'string':
      return text
    case 'integer':
      return integerOf(trimmed, (value) => value >= -MAX_INTEGER && value < MAX_INTEGER)
    case 'long':
      return integerOf(trimmed, Number.isSafeInteger)
    case 'float':
    case 'double':
      return DECIMAL.test(trimmed) && Number.isFinite(Number(trimmed)) ? Number(trimmed) : undefined
    case 'boolean':
      return trimmed === 'true' ? true : trimmed === 'false' ? false : undefined
    default:
      return type satisfies never
  }
}
