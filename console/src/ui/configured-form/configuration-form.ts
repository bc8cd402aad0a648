/** A configuration as part of a larger form. A prefix keeps the names of its fields apart from those of the form. */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { fieldsOf } from '@logyard/contract/configured/fields-of'
import type { ReactNode } from 'react'
import type { useText } from '../../base/text/text.tsx'
import { fieldProblems } from '../fields/field-problems.ts'
import { fieldLabels, problemTexts } from '../fields/field-texts.ts'
import type { FieldValues } from '../fields/field-values.ts'
import { apiFieldErrors } from '../form/api-field-errors.ts'

const PREFIX = 'configuration.'

type FormErrors = Readonly<Record<string, ReactNode>>

export const configurationFormName = (name: string): string => PREFIX + name

/** The errors of the entered values, by form field name. */
export const configurationErrors = (
  request: ConfigRequest,
  values: FieldValues,
  t: ReturnType<typeof useText>,
): FormErrors => named(problemTexts(fieldProblems(fieldsOf(request), values), t))

const named = <Value>(byField: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(byField).map(([name, value]) => [configurationFormName(name), value]))

/** The errors of the configuration, by configuration field name. */
export const configurationErrorsIn = (errors: FormErrors): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]) =>
      name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), error]] : [],
    ),
  )

/** The labels of the configuration fields, by form field name. */
export const configurationLabels = (request: ConfigRequest): Readonly<Record<string, string>> =>
  named(fieldLabels(fieldsOf(request)))

/** The server's errors, by form field name. */
export function refusedFields(cause: unknown, request: ConfigRequest): Record<string, string> {
  const errors = Object.entries(apiFieldErrors(cause) ?? {})
  return Object.fromEntries(
    errors.map(([name, error]) => [Object.hasOwn(request, name) ? configurationFormName(name) : name, error]),
  )
}
