import type { MessageHit, MessageListResult } from '@logyard/contract/search/search-results'
import { useState } from 'react'
import { MOST_MESSAGES } from '../../view-document/model/widget-search-types.ts'

interface Loaded {
  /** The latest result whose messages are included. */
  readonly result: MessageListResult | undefined
  readonly messages: readonly MessageHit[]
  /** The offset of the page that is loading. */
  readonly awaited: number | undefined
}

/** The messages loaded so far: each requested page is appended. */
export function useLoadedMessages(result: MessageListResult | undefined) {
  const [loaded, setLoaded] = useState<Loaded>({ result: undefined, messages: [], awaited: undefined })
  let current = loaded
  if (result !== undefined && result !== loaded.result) {
    const isNext = loaded.awaited === loaded.messages.length && loaded.result !== undefined && loaded.awaited > 0
    const messages = isNext ? [...loaded.messages, ...result.messages] : result.messages
    current = { result, messages, awaited: undefined }
    setLoaded(current)
  }
  const total = result?.total_results ?? 0
  return {
    messages: current.messages,
    total,
    hasMore: current.messages.length < Math.min(total, MOST_MESSAGES) && current.messages.length > 0,
    isAwaiting: current.awaited !== undefined,
    /** Call it before requesting the next page; returns its offset. */
    awaitNext(): number {
      const offset = current.messages.length
      setLoaded({ ...current, awaited: offset })
      return offset
    },
  }
}
