import { type Problems, validationAnswer } from '../http/validation-answer.ts'
import { LogyardError } from '../platform/errors.ts'

const sentenceOf = (errors: Problems) => Object.values(errors).flat().join(' ')

export const collectorRefused = (errors: Problems) =>
  new LogyardError('invalid', 'sidecar-collector-refused', sentenceOf(errors), { body: validationAnswer(errors) })

export const configurationRefused = (errors: Problems) =>
  new LogyardError('invalid', 'sidecar-configuration-refused', sentenceOf(errors), { body: validationAnswer(errors) })

export const variableRefused = (errors: Problems) =>
  new LogyardError('invalid', 'sidecar-variable-refused', sentenceOf(errors), { body: validationAnswer(errors) })

export const sidecarNotFound = (id: string) =>
  new LogyardError('not-found', 'sidecar-not-found', `Could not find sidecar ${id}`)

export const renderedSidecarNotFound = (id: string) =>
  new LogyardError('not-found', 'sidecar-not-found', `Couldn't find Sidecar by ID: ${id}`)

export const collectorMismatch = (configurationId: string, collectorId: string) =>
  new LogyardError(
    'not-found',
    'sidecar-collector-mismatch',
    `Configuration doesn't match collector ID ${collectorId}: ${configurationId}`,
  )

export const previewFailed = (reason: string) =>
  new LogyardError('invalid', 'sidecar-template-refused', `Could not render template preview: ${reason}`)

export const renderingFailed = (name: string, reason: string) =>
  new LogyardError('failed', 'sidecar-rendering-failed', `Could not render configuration "${name}": ${reason}`)

export const tooMany = (subject: string, limit: number) =>
  new LogyardError('invalid', 'too-many-sidecar-entities', `There can be at most ${limit} ${subject}`)

export const filterRefused = (reason: string) => new LogyardError('invalid', 'sidecar-filter-refused', reason)

export function headerMissing(name: string): LogyardError {
  const message = 'may not be empty'
  const violation = { message, message_template: '{required}', path: name, invalid_value: null }
  return new LogyardError('invalid', 'sidecar-header-missing', `${name} ${message}`, { body: [violation] })
}
