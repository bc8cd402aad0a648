/** The values of a configuration form: order of the fields, initial values, validation, and what is sent. */
import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'
import type { MessageId } from '../../base/text/catalogues.ts'

/** `null` if nothing is entered. */
export type ConfigurationValue = string | number | boolean | readonly string[] | null
export type ConfigurationValues = Readonly<Record<string, ConfigurationValue>>

export interface NamedField {
  readonly name: string
  readonly field: ConfigField
}

/** By position, then required before optional, then in the server's order. */
export function orderedFields(request: ConfigRequest): readonly NamedField[] {
  return Object.entries(request)
    .map(([name, field]) => ({ name, field }))
    .toSorted(
      (a, b) => a.field.position - b.field.position || Number(a.field.is_optional) - Number(b.field.is_optional),
    )
}

/** The stored values, else the defaults. A stored value of the wrong type is ignored. */
export function initialConfiguration(
  request: ConfigRequest,
  stored: Readonly<Record<string, unknown>> = {},
): ConfigurationValues {
  return Object.fromEntries(
    Object.entries(request).map(([name, field]) => [name, valueFor(field, stored[name]) ?? field.default_value]),
  )
}

function valueFor({ type }: ConfigField, value: unknown): ConfigurationValue {
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

interface NumberLimits {
  readonly min: number
  readonly max: number
}

/** Only the first attribute counts. */
function limitsOf({ attributes: [first] }: ConfigField): NumberLimits {
  switch (first) {
    case 'is_port_number':
      return { min: 0, max: 65_535 }
    case 'only_positive':
      return { min: 0, max: Number.MAX_SAFE_INTEGER }
    case 'only_negative':
      return { min: Number.MIN_SAFE_INTEGER, max: -1 }
    default:
      return { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }
  }
}

export interface ConfigurationProblem {
  readonly text: MessageId
  readonly values: Readonly<Record<string, number>>
}

/** By field name; valid fields are omitted. */
export function configurationProblems(
  request: ConfigRequest,
  values: ConfigurationValues,
): Readonly<Record<string, ConfigurationProblem>> {
  const found = Object.entries(request).map(([name, field]) => [name, problemOf(field, values[name] ?? null)] as const)
  return Object.fromEntries(found.flatMap(([name, problem]) => (problem === undefined ? [] : [[name, problem]])))
}

function problemOf(field: ConfigField, value: ConfigurationValue): ConfigurationProblem | undefined {
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty) return field.is_optional ? undefined : { text: 'ui.config.required', values: {} }
  if (typeof value !== 'number') return undefined
  const { min, max } = limitsOf(field)
  return value < min || value > max ? { text: 'ui.config.range', values: { min, max } } : undefined
}

/** Every field of the configuration; `null` if nothing was entered. */
export const configurationToSend = (request: ConfigRequest, values: ConfigurationValues): Record<string, unknown> =>
  Object.fromEntries(Object.keys(request).map((name) => [name, values[name] ?? null]))

export const isPassword = ({ type, attributes }: ConfigField): boolean =>
  type === 'text' && attributes.includes('is_password')
