import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'
import { validationFailed } from '../platform/errors.ts'

type Configuration = Readonly<Record<string, unknown>>

const WHOLE_NUMBER = /^[+-]?\d+$/

/**
 * Converts each value to its field's type, whatever JSON type the client sent. Missing fields stay missing. Throws a
 * validation error that names every unknown field and every value that cannot be converted.
 */
export function coerceConfiguration(request: ConfigRequest, configuration: Configuration): Record<string, unknown> {
  const errors: Record<string, readonly string[]> = {}
  const coerced: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(configuration)) {
    const field = Object.hasOwn(request, name) ? request[name] : undefined
    if (field === undefined) {
      errors[name] = ['Unknown configuration field']
      continue
    }
    const read = coerce(field, value)
    if (read === undefined) errors[name] = [`${field.human_name} must be a whole number`]
    else coerced[name] = read
  }
  if (Object.keys(errors).length > 0) throw validationFailed(errors)
  return coerced
}

/** Returns undefined if the value cannot be converted. */
function coerce(field: ConfigField, value: unknown): unknown {
  switch (field.type) {
    case 'text':
    case 'dropdown':
      return textOf(value)
    case 'number':
      return wholeNumber(value) ?? (field.is_optional ? null : undefined)
    case 'boolean':
      return textOf(value).toLowerCase() === 'true'
    case 'list':
      return Array.isArray(value) ? value.map(textOf) : []
    default:
      return field.type satisfies never
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function wholeNumber(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  const number = typeof value === 'number' ? Math.trunc(value) : WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}
