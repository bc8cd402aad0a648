/** Fields inside a value of a form: `config.url` is the field `url` of the group `config`. */
import type { ReactNode } from 'react'
import { isRecord } from '../is-record.ts'

type FieldErrors = Readonly<Record<string, ReactNode>>

export interface Group {
  readonly values: Readonly<Record<string, unknown>>
  readonly errors: FieldErrors
  readonly onChange: (changes: Readonly<Record<string, unknown>>) => void
}

/** Puts the name of the group before the names of its fields: `url` becomes `config.url`. */
export const inGroup = <One>(group: string, byField: Readonly<Record<string, One>>): Readonly<Record<string, One>> =>
  Object.fromEntries(Object.entries(byField).map(([name, one]) => [`${group}.${name}`, one]))

/** The errors of a group, by the names of its fields: `config.url` becomes `url`. */
export const errorsOf = (group: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]) =>
      name.startsWith(`${group}.`) ? [[name.slice(group.length + 1), error]] : [],
    ),
  )

/**
 * The value of a field. A name without a value, such as that of an error of several fields, has the value around it:
 * the group, or all values of the form.
 */
export function valueAt(whole: unknown, name: string): unknown {
  const [first = '', ...inner] = name.split('.')
  if (!isRecord(whole) || !Object.hasOwn(whole, first)) return whole
  return inner.length === 0 ? whole[first] : valueAt(whole[first], inner.join('.'))
}
