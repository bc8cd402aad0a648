/** The shape of paginated lists about sidecars, which differs from that of other areas. */
import { type TProperties, Type } from 'typebox'
import { nullable } from '../http/envelope.ts'

export const PaginationInfo = Type.Object(
  {
    total: Type.Integer({ description: 'Matches' }),
    count: Type.Integer({ description: 'Rows on this page' }),
    page: Type.Integer(),
    per_page: Type.Integer(),
  },
  { title: 'PaginationInfo' },
)

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
