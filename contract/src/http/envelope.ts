/** Shapes that every area shares: error bodies, pages, instants. */
import { type Static, type TProperties, Type } from 'typebox'
import { int } from './bounds.ts'

export const ApiError = Type.Object(
  { type: Type.Literal('ApiError'), message: Type.String() },
  { title: 'ApiError', description: 'Every mapped error except 401, which has an empty body' },
)
export type ApiError = Static<typeof ApiError>

/** A stored entity broke a rule: which fields, and why. */
export const ValidationApiError = Type.Object(
  {
    type: Type.Literal('ValidationApiError'),
    message: Type.String(),
    validation_errors: Type.Record(Type.String(), Type.Array(Type.Object({ error: Type.String() }))),
  },
  { title: 'ValidationApiError' },
)
export type ValidationApiError = Static<typeof ValidationApiError>

/** A submitted form broke a rule: which fields, and why. */
export const ValidationResult = Type.Object(
  {
    failed: Type.Boolean(),
    errors: Type.Record(Type.String(), Type.Array(Type.String())),
    error_context: Type.Record(Type.String(), Type.Array(Type.String())),
  },
  { title: 'ValidationResult' },
)
export type ValidationResult = Static<typeof ValidationResult>

export const BeanValidationErrors = Type.Array(
  Type.Object({
    message: Type.String(),
    message_template: Type.String(),
    path: Type.String(),
    invalid_value: Type.Unknown(),
  }),
  { title: 'BeanValidationErrors' },
)
export type BeanValidationErrors = Static<typeof BeanValidationErrors>

/** Bodies of responses with 400, by who refuses: the schema, the rules of stored entities, or those of a form. */
export const refusedBody = Type.Union([ApiError, BeanValidationErrors])
export const refusedEntity = Type.Union([ApiError, ValidationApiError])
export const refusedForm = Type.Union([ValidationResult, ApiError])

export const MissingStreamPermissionError = Type.Object(
  { type: Type.Literal('MissingStreamPermission'), message: Type.String(), streams: Type.Array(Type.String()) },
  { title: 'MissingStreamPermissionError' },
)
export type MissingStreamPermissionError = Static<typeof MissingStreamPermissionError>

/** `2020-11-03T09:12:33.123Z` */
export const IsoInstant = Type.String({ title: 'IsoInstant', description: 'ISO 8601 in UTC with milliseconds' })
/** `2020-11-03T09:12:33.123+0000`: sessions and last activities are written without the colon. */
export const LegacyInstant = Type.String({ title: 'LegacyInstant', description: 'As IsoInstant with +0000 for Z' })

export const nullable = <S extends import('typebox').TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** The query parameters of a paginated call. A value of the wrong type is a 404, as for an unknown path. */
export const pageQuery = {
  page: Type.Optional(int({ description: 'From 1' })),
  per_page: Type.Optional(int({ description: 'Rows per page, 0 for all' })),
  query: Type.Optional(Type.String({ description: 'field:value or free text' })),
  sort: Type.Optional(Type.String()),
  order: Type.Optional(Type.String({ description: 'asc or desc' })),
}

/** Properties of every page of a list. */
export const pageFacts = {
  total: Type.Integer({ description: 'Matches' }),
  count: Type.Integer({ description: 'Rows on this page' }),
  page: Type.Integer(),
  per_page: Type.Integer(),
}

/** A page of `rows` under the list's own key, and its other properties. */
export const page = <Rows extends TProperties>(title: string, rows: Rows) =>
  Type.Object({ ...pageFacts, ...rows }, { title })
