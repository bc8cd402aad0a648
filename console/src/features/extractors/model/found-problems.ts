/** Problems of the form that its own checks do not find: invalid expressions, and what the server refuses. */
import { findJavaRegexProblem } from '@logyard/languages/java-regex/java-pattern'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { EXTRACTOR_SETTINGS } from './extractor-settings.ts'
import { type ExtractorValues, settingKey } from './extractor-values.ts'

/** Why regular expressions of the form are invalid, by field: known without the server, while the user types. */
export function regexProblems(values: ExtractorValues): Readonly<Record<string, string>> {
  const { type, settings, conditionType, conditionValue } = values
  const expressions = EXTRACTOR_SETTINGS[type]
    .filter(({ kind }) => kind === 'regex')
    .map(({ name }): [string, string] => [settingKey(name), String(settings[name] ?? '')])
  if (conditionType === 'regex') expressions.push(['conditionValue', conditionValue])
  return Object.fromEntries(
    expressions.flatMap(([key, expression]) => {
      const problem = findJavaRegexProblem(expression)
      return problem === undefined ? [] : [[key, problem]]
    }),
  )
}

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
