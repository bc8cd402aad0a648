/** Which messages a command is about: the query, the range and the streams of its command line. */
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import type { Api } from '../api/api.ts'
import type { Context } from '../command.ts'
import { streamIds } from './named-streams.ts'
import { DEFAULT_RANGE } from './range-words.ts'
import { parseRange } from './time-range.ts'

export interface Selection {
  readonly query: string
  readonly timerange: TimeRange
  /** Ids; none for all that may be read. */
  readonly streams: readonly string[]
}

/** The words of a query need no quotes as long as the shell leaves them alone. */
export const queryOf = (words: readonly string[]): string => words.join(' ')

export async function selectionOf({ words, text, texts }: Context, api: Api, now: Date): Promise<Selection> {
  const timerange = parseRange(text('range') ?? DEFAULT_RANGE, now)
  return { query: queryOf(words), timerange, streams: await streamIds(api, texts('stream')) }
}
