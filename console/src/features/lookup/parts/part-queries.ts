import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { LOOKUP_KEY } from '../../../lookup-tables/lookup-key.ts'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { pageQuery } from '../../../ui/data-table/page-query.ts'
import type { PartKind } from './part-kind.ts'

export const partsQuery = (call: Call, { plural, requests }: PartKind, position: ListPosition) =>
  pageQuery(call, [...LOOKUP_KEY, plural], position, requests.list)

export const partQuery = (call: Call, { plural, requests }: PartKind, name: string) =>
  queryOptions({
    queryKey: [...LOOKUP_KEY, plural, 'one', name],
    queryFn: ({ signal }) => requests.get(call.until(signal), name),
  })

export const partTypesQuery = (call: Call, { plural, requests }: PartKind) =>
  queryOptions({
    queryKey: [...LOOKUP_KEY, plural, 'types'],
    queryFn: ({ signal }) => requests.types(call.until(signal)),
    staleTime: Number.POSITIVE_INFINITY,
  })
