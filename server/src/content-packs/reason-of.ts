import { isRecord } from '../entities/codecs/codec.ts'
import type { LogyardError } from '../platform/errors.ts'

const MAX_REASONS = 5

/** The message of an error, and what is wrong in each place: some errors have that in their body only. */
export function reasonOf({ message, body }: LogyardError): string {
  const reasons = Array.isArray(body) ? body.flatMap(parseReason) : validationReasons(body)
  if (reasons.length === 0) return message
  return `${message.replace(/[.!]$/, '')}: ${reasons.slice(0, MAX_REASONS).join('; ')}`
}

/** Reason why a source is invalid. */
function parseReason(error: unknown): readonly string[] {
  if (!isRecord(error) || typeof error['reason'] !== 'string') return []
  return [`line ${error['line']}: ${error['reason']}`]
}

/** Reasons by field. The message of an extractor has its reason already. */
function validationReasons(body: object | undefined): readonly string[] {
  const fields = isRecord(body) ? body['validation_errors'] : undefined
  if (!isRecord(fields) || !isRecord(body) || body['message'] !== 'Validation failed!') return []
  return Object.entries(fields).flatMap(([field, errors]) => {
    const texts = Array.isArray(errors) ? errors.flatMap((one) => (isRecord(one) ? [String(one['error'])] : [])) : []
    return texts.map((text) => (field === '_' ? text : `${field}: ${text}`))
  })
}
