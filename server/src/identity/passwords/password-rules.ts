/** The rules that administrators set for passwords; they hold wherever a password is set over the API. */
import {
  PASSWORD_RULES_DEFAULTS,
  PASSWORD_RULES_KEY,
  type PasswordFault,
  PasswordRules,
  passwordFaults,
} from '@logyard/contract/identity/password-rules'
import type { ClusterConfig } from '../../cluster-config/cluster-config.ts'
import { validationFailed } from '../../platform/errors.ts'

/** Throws naming each rule that the password breaks. */
export type CheckPasswordRules = (password: string) => Promise<void>

const REASONS: Readonly<Record<PasswordFault, (rules: PasswordRules) => string>> = {
  length: ({ min_length: length }) =>
    `Password must have at least ${length} ${length === 1 ? 'character' : 'characters'}.`,
  upper: () => 'Password must have an upper case letter.',
  lower: () => 'Password must have a lower case letter.',
  digit: () => 'Password must have a digit.',
  special: () => 'Password must have a character that is no letter, digit or blank.',
}

export function createPasswordRules(clusterConfig: Pick<ClusterConfig, 'register'>): CheckPasswordRules {
  const document = clusterConfig.register({
    key: PASSWORD_RULES_KEY,
    draft: PasswordRules,
    document: PasswordRules,
    default: PASSWORD_RULES_DEFAULTS,
    complete: (draft) => draft,
  })
  return async (password) => {
    const rules = await document.read()
    const faults = passwordFaults(rules, password)
    if (faults.length > 0) throw validationFailed({ password: faults.map((fault) => REASONS[fault](rules)) })
  }
}
