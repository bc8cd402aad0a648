/** Checks of configurations: each answers what is wrong with one property. */
import type { FieldErrors } from './adapter.ts'

export const atLeast = (value: number, minimum: number): readonly string[] =>
  value < minimum ? [`Value cannot be smaller than ${minimum}`] : []

export const oneCharacter = (text: string): readonly string[] =>
  Array.from(text).length === 1 ? [] : ['Value must be exactly one character']

export const notEmpty = (text: string): readonly string[] => (text === '' ? ['Value cannot be empty'] : [])

/** Only properties with errors. */
export const onlyErrors = (checks: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(checks).filter(([, errors]) => errors.length > 0))
