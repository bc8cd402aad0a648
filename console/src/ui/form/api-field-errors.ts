import { ApiError } from '../../api/api-error.ts'

type FieldErrors = Readonly<Record<string, string>>
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The server's errors by field, from any of the contract's three formats; `undefined` if it names no field. */
export function apiFieldErrors(error: unknown): FieldErrors | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined
  const { body } = error
  if (Array.isArray(body)) return beanErrors(body)
  if (!isRecord(body)) return undefined
  // ValidationApiError and ValidationResult have lists by field, of objects or texts.
  const byField = body['validation_errors'] ?? body['errors']
  if (!isRecord(byField)) return undefined
  return Object.fromEntries(Object.entries(byField).map(([name, all]) => [name, joined(all)]))
}

/** Whether the form shows the error at its fields. */
export const isAtFields = (error: unknown): boolean => apiFieldErrors(error) !== undefined

const joined = (all: unknown): string =>
  (Array.isArray(all) ? all : [all]).map((one: unknown) => String(isRecord(one) ? one['error'] : one)).join(' ')

function beanErrors(body: readonly unknown[]): FieldErrors {
  const fields = body.filter(isRecord).map((one): [string, string] => {
    const path = String(one['path'] ?? '')
    return [path.split('.').at(-1) ?? path, String(one['message'] ?? '')]
  })
  return Object.fromEntries(fields)
}
