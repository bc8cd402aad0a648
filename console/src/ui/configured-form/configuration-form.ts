/** A configuration as a part of a larger form, whose names of configuration fields stand apart from its own. */
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import type { ReactNode } from 'react'
import type { useText } from '../../base/text/text.tsx'
import { apiFieldErrors } from '../form/api-field-errors.ts'
import { type ConfigurationValues, configurationProblems } from './configuration-values.ts'

const PREFIX = 'configuration.'

type FormErrors = Readonly<Record<string, ReactNode>>

export const configurationFormName = (name: string): string => PREFIX + name

/** What is wrong with what was entered, by name of the form. */
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

/** Those of the form that are about the configuration, by the names that it has itself. */
export const configurationErrorsIn = (errors: FormErrors): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]) =>
      name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), error]] : [],
    ),
  )

/** What the fields are called, by name of the form. */
export const configurationLabels = (request: ConfigRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(request).map(([name, field]) => [configurationFormName(name), field.human_name]))

/** What the server refused, by name of the form. */
export function refusedFields(cause: unknown, request: ConfigRequest): Record<string, string> {
  const errors = Object.entries(apiFieldErrors(cause) ?? {})
  return Object.fromEntries(
    errors.map(([name, error]) => [Object.hasOwn(request, name) ? configurationFormName(name) : name, error]),
  )
}
