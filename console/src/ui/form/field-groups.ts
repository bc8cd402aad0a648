/** Names of fields within a value of a form, such as `config.url`. They are apart from those of the form. */
import type { ReactNode } from 'react'

type FieldErrors = Readonly<Record<string, ReactNode>>

export interface Group {
  readonly values: Readonly<Record<string, unknown>>
  readonly errors: FieldErrors
  readonly onChange: (changes: Readonly<Record<string, unknown>>) => void
}

/** What belongs to the fields of a value, by the names that the form gives them. */
export const inGroup = <One>(group: string, byField: Readonly<Record<string, One>>): Readonly<Record<string, One>> =>
  Object.fromEntries(Object.entries(byField).map(([name, one]) => [`${group}.${name}`, one]))

/** The errors of the fields of a value, by their own names. */
export const errorsOf = (group: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]) =>
      name.startsWith(`${group}.`) ? [[name.slice(group.length + 1), error]] : [],
    ),
  )

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a field. What has no value by its name depends on all around it, as an error of several fields does. */
export function valueAt(whole: unknown, name: string): unknown {
  const [first = '', ...inner] = name.split('.')
  if (!isRecord(whole) || !Object.hasOwn(whole, first)) return whole
  return inner.length === 0 ? whole[first] : valueAt(whole[first], inner.join('.'))
}
