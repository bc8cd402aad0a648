/** Configurations as the Graylog 4.0 API describes them, in the notation of fields. */
import type { ConfigField, ConfigRequest } from './configuration.ts'
import type { Field, FieldOf } from './field.ts'

/** Fields sorted by position, then required before optional, then in the server's order. */
export const fieldsOf = (request: ConfigRequest): Field[] =>
  Object.entries(request)
    .toSorted(([, a], [, b]) => a.position - b.position || Number(a.is_optional) - Number(b.is_optional))
    .map(([name, field]) => fieldOf(name, field))

export const isPassword = ({ type, attributes }: ConfigField): boolean =>
  type === 'text' && attributes.includes('is_password')

function fieldOf(name: string, field: ConfigField): Field {
  const { type, human_name: label, description, is_optional, attributes, additional_info } = field
  const options = Object.entries(additional_info.values ?? {}).map(([value, text]) => ({ value, label: text }))
  const shared = { name, label, ...(description === null ? {} : { help: description }), is_optional }
  switch (type) {
    case 'boolean':
      // The API calls all of them optional, which goes without saying.
      return { kind: 'flag', ...shared, is_optional: false }
    case 'number':
      return { kind: 'number', ...shared, ...limitsOf(attributes) }
    case 'dropdown':
      return { kind: 'choice', ...shared, options }
    case 'list':
      return { kind: 'list', ...shared, options, is_open: attributes.includes('allow_create') }
    case 'text':
      if (isPassword(field)) return { kind: 'text', ...shared, format: 'password' }
      return { kind: 'text', ...shared, ...(attributes.includes('textarea') ? { format: 'lines' } : {}) }
    default:
      return type satisfies never
  }
}

/** Only the first attribute counts. */
function limitsOf([first]: readonly string[]): Pick<FieldOf<'number'>, 'min' | 'max'> {
  switch (first) {
    case 'is_port_number':
      return { min: 0, max: 65_535 }
    case 'only_positive':
      return { min: 0 }
    case 'only_negative':
      return { max: -1 }
    default:
      return {}
  }
}
