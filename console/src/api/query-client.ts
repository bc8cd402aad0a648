import { QueryClient } from '@tanstack/react-query'
import { ApiError, ServerUnreachable } from './api-error.ts'

const MAX_RETRIES = 2

/** What the server refused stays refused: only 5xx answers are asked again. An unreachable server has its own ping. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        // The server is often on the same machine: the browser's idea of 'offline' says nothing about it.
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
