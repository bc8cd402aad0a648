import type { QueryTable } from '@logyard/contract/search/tables'
import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'

interface TableOptions {
  /** Changes with each run. */
  readonly key: QueryKey
  /** Requests the table, under a tag by which its progress is found. */
  readonly request: (tag: string, signal: AbortSignal) => Promise<QueryTable>
}

export type RequestedTable = ReturnType<typeof useTable>

/** A table that may take long. One that was stopped has no rows, and runs again on request only. */
export function useTable({ key, request }: TableOptions) {
  const client = useQueryClient()
  const run = JSON.stringify(key)
  const [stoppedRun, setStoppedRun] = useState<string>()
  const isStopped = stoppedRun === run
  // biome-ignore lint/correctness/useExhaustiveDependencies: each run has a tag of its own
  const tag = useMemo(() => randomIds.uuid(), [run, isStopped])
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request(tag, signal),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    enabled: !isStopped,
  })
  const error = found.isFetching ? null : found.error
  // By an administrator, or in another tab.
  const isStoppedElsewhere = error instanceof ApiError && error.status === 409
  return {
    table: isStopped ? undefined : found.data,
    error,
    isRunning: found.isFetching,
    isStale: found.isPlaceholderData,
    isStopped: isStopped || isStoppedElsewhere,
    tag,
    stop() {
      setStoppedRun(run)
      void client.cancelQueries({ queryKey: key, exact: true })
    },
    again: () => (isStopped ? setStoppedRun(undefined) : void found.refetch()),
  }
}
