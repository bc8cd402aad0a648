/** A configuration as part of a larger form. A prefix keeps the names of its fields apart from those of the form. */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import type { ReactNode } from 'react'
import type { useText } from '../../base/text/text.tsx'
import { apiFieldErrors } from '../form/api-field-errors.ts'
import { type ConfigurationValues, configurationProblems } from './configuration-values.ts'

const PREFIX = 'configuration.'

type FormErrors = Readonly<Record<string, ReactNode>>

export const configurationFormName = (name: string): string => PREFIX + name

/** The errors of the entered values, by form field name. */
export function configurationErrors(
  request: ConfigRequest,
  values: ConfigurationValues,
  t: ReturnType<typeof useText>,
): Record<string, string> {
  const problems = Object.entries(configurationProblems(request, values))
  return Object.fromEntries(
    problems.map(([name, problem]) => [configurationFormName(name), t(problem.text, problem.values)]),
  )
}

/** The errors of the configuration, by configuration field name. */
export const configurationErrorsIn = (errors: FormErrors): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]) =>
      name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), error]] : [],
    ),
  )

/** The labels of the configuration fields, by form field name. */
export const configurationLabels = (request: ConfigRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(request).map(([name, field]) => [configurationFormName(name), field.human_name]))

/** The server's errors, by form field name. */
export function refusedFields(cause: unknown, request: ConfigRequest): Record<string, string> {
  const errors = Object.entries(apiFieldErrors(cause) ?? {})
  return Object.fromEntries(
    errors.map(([name, error]) => [Object.hasOwn(request, name) ? configurationFormName(name) : name, error]),
  )
}
