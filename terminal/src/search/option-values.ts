import { UsageError } from '../usage-error.ts'

export function wholeNumber(option: string, text: string, most: number): number {
  const number = /^\d{1,12}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= most) return number
  throw new UsageError(`--${option} is a whole number from 1 to ${most}.`)
}

/** `a,b`; undefined if there is none. */
export function fieldList(text: string | undefined): readonly string[] | undefined {
  const fields = (text ?? '')
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '')
  return fields.length === 0 ? undefined : [...new Set(fields)]
}
