import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed, type LoadFailedProps } from './load-failed.tsx'
import { Loading, LoadingLines } from './loading.tsx'

interface LoadedProps<Data> extends Pick<LoadFailedProps, 'isPageEntity' | 'isShareable'> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error'> & { readonly refetch: () => unknown }
  /** The number of lines that stand for a part of a page while it is loading; absent: the whole page is loading. */
  readonly lines?: number
  readonly children: (data: Data) => ReactNode
}

/** What a query loads: the skeleton before, the reason and a button if it failed, then the content. */
export function Loaded<Data>({ query, lines, children, ...failure }: LoadedProps<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error !== null) return <LoadFailed error={error} onRetry={refetch} {...failure} />
  return lines === undefined ? <Loading /> : <LoadingLines lines={lines} />
}
