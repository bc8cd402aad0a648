import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'

/** Why a configuration is refused. */
export interface ConfigurationProblem {
  readonly field: string
  /** Empty if the value is missing or has the wrong type. */
  readonly detail: string
}

const LAST_PORT = 65_535

/** The first problem. Ignores unknown keys, and optional values of the wrong type. */
export function configurationProblem(
  request: ConfigRequest,
  configuration: Readonly<Record<string, unknown>>,
): ConfigurationProblem | undefined {
  for (const [name, field] of Object.entries(request)) {
    const value = Object.hasOwn(configuration, name) ? configuration[name] : undefined
    if (!field.is_optional && !isGiven(field, value)) return { field: name, detail: '' }
    const detail = rangeProblem(field, value)
    if (detail !== undefined) return { field: name, detail }
  }
  return undefined
}

function isGiven(field: ConfigField, value: unknown): boolean {
  switch (field.type) {
    case 'text':
    case 'dropdown':
      return typeof value === 'string' && value !== ''
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'list':
      return Array.isArray(value)
    default:
      return field.type satisfies never
  }
}

function rangeProblem(field: ConfigField, value: unknown): string | undefined {
  if (typeof value === 'number' && field.attributes[0] === 'is_port_number') {
    const isPort = value >= 0 && Math.trunc(value) <= LAST_PORT
    return isPort ? undefined : `${field.human_name} must be between 0 and ${LAST_PORT}.`
  }
  if (field.type !== 'dropdown' || typeof value !== 'string' || value === '') return undefined
  const values = Object.keys(field.additional_info.values ?? {})
  return values.includes(value) ? undefined : `${field.human_name} must be one of ${values.join(', ')}.`
}
