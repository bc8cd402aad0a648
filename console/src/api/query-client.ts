import { QueryClient } from '@tanstack/react-query'
import { ApiError, ServerUnreachable } from './api-error.ts'

const MAX_RETRIES = 2

/** Only 5xx responses are retried; refusals are final. An unreachable server is covered by the ping. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        // The server is often on the same machine, where the browser's offline state says nothing about it.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

function isWorthRetrying(error: Error): boolean {
  if (error instanceof ServerUnreachable) return false
  return !(error instanceof ApiError) || error.status >= 500
}
