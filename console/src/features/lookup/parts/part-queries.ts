import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { LOOKUP_KEY } from '../../../lookup-tables/lookup-key.ts'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import type { PartKind } from './part-kind.ts'

export const partsQuery = (call: Call, { plural, requests }: PartKind, position: ListPosition) =>
  queryOptions({
    queryKey: [
      ...LOOKUP_KEY,
      plural,
      'page',
      position.page,
      position.perPage,
      position.query,
      position.sort,
      position.order,
    ],
    queryFn: ({ signal }) => requests.list(call, position, signal),
    placeholderData: keepPreviousData,
  })

export const partQuery = (call: Call, { plural, requests }: PartKind, name: string) =>
  queryOptions({
    queryKey: [...LOOKUP_KEY, plural, 'one', name],
    queryFn: ({ signal }) => requests.get(call, name, signal),
  })

export const partTypesQuery = (call: Call, { plural, requests }: PartKind) =>
  queryOptions({
    queryKey: [...LOOKUP_KEY, plural, 'types'],
    queryFn: ({ signal }) => requests.types(call, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
