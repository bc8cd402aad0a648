import type { ValidationResult } from '@logyard/contract/http/envelope'

/** Texts by field; a field without an error is absent. */
export type Problems = Readonly<Record<string, readonly string[]>>

/** The response to a check of a draft, and the body of a refusal. */
export const validationAnswer = (problems: Problems): ValidationResult => ({
  failed: Object.keys(problems).length > 0,
  errors: Object.fromEntries(Object.entries(problems).map(([field, texts]) => [field, [...texts]])),
  error_context: {},
})
