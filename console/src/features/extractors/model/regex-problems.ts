import { findJavaRegexProblem } from '@logyard/languages/java-regex/java-pattern'
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
