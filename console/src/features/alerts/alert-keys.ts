import type { QueryClient } from '@tanstack/react-query'

/** Prefixes of the query keys of events, and of alerts with a state. */
export const EVENTS_KEY = ['events'] as const
export const ALERTS_KEY = ['alerts'] as const

/** A repeated search does not show that a user is there. */
export const quietly = (client: QueryClient, queryKey: readonly unknown[]) =>
  client.getQueryData(queryKey) === undefined ? {} : ({ extendSession: false } as const)
