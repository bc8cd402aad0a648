/** A configuration document: what passwords must contain. Logyard only. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'

export const PASSWORD_RULES_KEY = 'org.logyard.identity.PasswordRules'

/** The longest password that forms accept. */
export const MAX_MIN_LENGTH = 100

export const PasswordRules = Type.Object(
  {
    min_length: int({ minimum: 1, maximum: MAX_MIN_LENGTH, description: 'In characters' }),
    needs_upper_case: Type.Boolean(),
    needs_lower_case: Type.Boolean(),
    needs_digit: Type.Boolean(),
    needs_special: Type.Boolean({ description: 'A character that is no letter, digit or blank' }),
  },
  { title: 'PasswordRules', additionalProperties: false },
)
export type PasswordRules = Static<typeof PasswordRules>

/** As in the reference API, where forms alone ask for more. */
export const PASSWORD_RULES_DEFAULTS: PasswordRules = {
  min_length: 1,
  needs_upper_case: false,
  needs_lower_case: false,
  needs_digit: false,
  needs_special: false,
}

export type PasswordFault = 'length' | 'upper' | 'lower' | 'digit' | 'special'

/** The rules that a password breaks; `length` first. */
export function passwordFaults(rules: PasswordRules, password: string): readonly PasswordFault[] {
  const faults: PasswordFault[] = []
  if (Array.from(password).length < rules.min_length) faults.push('length')
  if (rules.needs_upper_case && !/\p{Lu}/u.test(password)) faults.push('upper')
  if (rules.needs_lower_case && !/\p{Ll}/u.test(password)) faults.push('lower')
  if (rules.needs_digit && !/\p{Nd}/u.test(password)) faults.push('digit')
  if (rules.needs_special && !/[^\p{L}\p{N}\s]/u.test(password)) faults.push('special')
  return faults
}
