import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { settingKey } from './extractor-values.ts'

const FORM_KEYS: Readonly<Record<string, string>> = {
  title: 'title',
  target_field: 'targetField',
  condition_value: 'conditionValue',
}

/** The server's refusals, by field of the form. */
export function refusedFields(error: Error | null): Readonly<Record<string, string>> {
  const refused = Object.entries(apiFieldErrors(error) ?? {})
  return Object.fromEntries(refused.map(([path, reason]) => [formKey(path), reason]))
}

function formKey(path: string): string {
  const [first = '', ...rest] = path.split('.')
  if (first === 'extractor_config') return settingKey(rest.join('.'))
  if (first === 'converters') return ['converter', ...rest].join('.')
  return FORM_KEYS[path] ?? path
}
