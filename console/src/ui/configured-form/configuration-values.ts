/** The values of a configuration form: initial values, and what is sent. */
import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'
import type { FieldValues } from '../fields/field-values.ts'

/** The stored values, else the defaults. A stored value of the wrong type is ignored. */
export function initialConfiguration(
  request: ConfigRequest,
  stored: Readonly<Record<string, unknown>> = {},
): FieldValues {
  return Object.fromEntries(
    Object.entries(request).map(([name, field]) => [name, valueFor(field, stored[name]) ?? field.default_value]),
  )
}

function valueFor({ type }: ConfigField, value: unknown): unknown {
  switch (type) {
    case 'number':
      return typeof value === 'number' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'list':
      return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null
    case 'text':
    case 'dropdown':
      return typeof value === 'string' ? value : null
    default:
      return type satisfies never
  }
}

/** Every field of the configuration; `null` if nothing was entered. */
export const configurationToSend = (request: ConfigRequest, values: FieldValues): Record<string, unknown> =>
  Object.fromEntries(Object.keys(request).map((name) => [name, values[name] ?? null]))
