import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'

/** Why a configuration cannot be taken; the text is empty where the value is missing or of the wrong type. */
export interface ConfigurationProblem {
  readonly field: string
  readonly detail: string
}

const LAST_PORT = 65_535

/** Unknown keys are none of its business. An optional value of the wrong type is as good as none. */
export function configurationProblem(
  request: ConfigRequest,
  configuration: InputConfiguration,
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
