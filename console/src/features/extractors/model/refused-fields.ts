import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { settingKey } from './extractor-values.ts'

const FORM_KEYS: Readonly<Record<string, string>> = {
  target_field: 'targetField',
  condition_value: 'conditionValue',
}

/** The field of the form that the server names. */
export function formKey(path: string): string {
  const [first = '', ...rest] = path.split('.')
  return first === 'extractor_config' ? settingKey(rest.join('.')) : (FORM_KEYS[path] ?? path)
}

/** The server's refusals, by field of the form. */
export function refusedFields(error: Error | null): Readonly<Record<string, string>> {
  const refused = Object.entries(apiFieldErrors(error) ?? {})
  return Object.fromEntries(refused.map(([path, reason]) => [formKey(path), reason]))
}
