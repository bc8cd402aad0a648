/** The shape of paginated lists about sidecars, which differs from that of other areas. */
import { type TProperties, Type } from 'typebox'
import { nullable, pageFacts } from '../http/envelope.ts'

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
