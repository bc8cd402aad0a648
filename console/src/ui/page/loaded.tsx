import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed, type LoadFailedProps } from './load-failed.tsx'
import { Loading, LoadingLines } from './loading.tsx'

interface LoadedProps<Data> extends Pick<LoadFailedProps, 'isPageEntity' | 'isShareable'> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error'> & { readonly refetch: () => unknown }
  /** The number of lines in the skeleton of a part of a page; absent: the whole page is loading. */
  readonly lines?: number
  readonly children: (data: Data) => ReactNode
}

/** The content that a query loads. Before it, a skeleton; after a failure, the reason and a button that tries again. */
export function Loaded<Data>({ query, lines, children, ...failure }: LoadedProps<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error !== null) return <LoadFailed error={error} onRetry={refetch} {...failure} />
  return lines === undefined ? <Loading /> : <LoadingLines lines={lines} />
}
