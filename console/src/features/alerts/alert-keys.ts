import type { QueryClient } from '@tanstack/react-query'

/** Prefix of the query keys of events. */
export const EVENTS_KEY = ['events'] as const

/** A repeated search does not show that a user is there. */
export const quietly = (client: QueryClient, queryKey: readonly unknown[]) =>
  client.getQueryData(queryKey) === undefined ? {} : ({ extendSession: false } as const)
