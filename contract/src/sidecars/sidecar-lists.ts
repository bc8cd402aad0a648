/** The shapes of lists and refusals about sidecars, which differ from those of other areas. */
import { type TProperties, Type } from 'typebox'
import { ApiError, BeanValidationErrors, nullable, pageFacts, ValidationResult } from '../http/envelope.ts'

/** The body of a response with 400 to a draft. */
export const refusedSidecarDraft = Type.Union([ValidationResult, ApiError, BeanValidationErrors])

export const PaginationInfo = Type.Object(pageFacts, { title: 'PaginationInfo' })

export const sidecarPage = <Rows extends TProperties>(title: string, rows: Rows) =>
  Type.Object(
    {
      query: nullable(Type.String()),
      pagination: PaginationInfo,
      total: Type.Integer({ description: 'All, whatever the query' }),
      sort: nullable(Type.String()),
      order: nullable(Type.String()),
      ...rows,
    },
    { title },
  )
