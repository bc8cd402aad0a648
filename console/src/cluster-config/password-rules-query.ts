import {
  PASSWORD_RULES_DEFAULTS,
  PASSWORD_RULES_KEY,
  type PasswordRules,
} from '@logyard/contract/identity/password-rules'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'
import { type ConfigDocument, configDocumentQuery } from './config-document-query.ts'

/** The defaults where the document lacks a value. */
export const passwordRulesOf = (document: ConfigDocument): PasswordRules => ({
  min_length: typeof document['min_length'] === 'number' ? document['min_length'] : PASSWORD_RULES_DEFAULTS.min_length,
  needs_upper_case: document['needs_upper_case'] === true,
  needs_lower_case: document['needs_lower_case'] === true,
  needs_digit: document['needs_digit'] === true,
  needs_special: document['needs_special'] === true,
})

export const passwordRulesQuery = (call: Call) =>
  queryOptions({ ...configDocumentQuery(call, PASSWORD_RULES_KEY), select: passwordRulesOf })
