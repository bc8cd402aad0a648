import { LogyardError } from '../platform/errors.ts'

export const extractorNotFound = (id: string) =>
  new LogyardError('not-found', 'extractor-not-found', `Couldn't find extractor <${id}>`)

/** A property of the extractor is invalid. `field` is its path, such as `converters.date.date_format`. */
export const extractorRefused = (field: string, reason: string, message = reason) =>
  new LogyardError('invalid', 'extractor-refused', message, {
    body: { type: 'ValidationApiError', message, validation_errors: { [field]: [{ error: reason }] } },
  })

export const extractorsTooMany = (limit: number) =>
  new LogyardError('invalid', 'extractors-too-many', `An input has at most ${limit} extractors.`)

export const extractorPositionRefused = (position: string) =>
  new LogyardError('invalid', 'extractor-position-refused', `Position [${position}] is not an integer.`)

/** The input was deleted while its extractor was being saved. */
export const extractorInputGone = (inputId: string) =>
  new LogyardError('not-found', 'extractor-input-gone', `Input <${inputId}> not found!`)

export const sampleTooSlow = (limitMs: number) =>
  new LogyardError(
    'invalid',
    'extractor-sample-too-slow',
    `The newest messages could not be read in ${limitMs / 1000} seconds. Try fewer.`,
  )
