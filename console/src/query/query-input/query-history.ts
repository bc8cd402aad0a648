/** The queries that somebody ran, newest first; kept in this browser for each user. */
const LIMIT = 50

const keyOf = (username: string) => `queryHistory.${username}`

export function readHistory(storage: Storage, username: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(username)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    // Somebody else wrote there: it starts anew.
    return []
  }
}

/** The same query again moves to the front. */
export function rememberQuery(storage: Storage, username: string, query: string): void {
  const text = query.trim()
  if (text === '' || text === '*') return
  const others = readHistory(storage, username).filter((one) => one !== text)
  storage.setItem(keyOf(username), JSON.stringify([text, ...others].slice(0, LIMIT)))
}

/** Where somebody is while going through the history: 0 is what they typed themselves. */
export interface HistoryWalk {
  readonly entries: readonly string[]
  readonly place: number
  readonly typed: string
}

/** One step back (1) or forth (-1); `undefined` where there is nothing further. */
export function walked({ entries, place, typed }: HistoryWalk, step: 1 | -1): HistoryWalk | undefined {
  const next = place + step
  return next < 0 || next > entries.length ? undefined : { entries, place: next, typed }
}

export const walkText = ({ entries, place, typed }: HistoryWalk): string =>
  place === 0 ? typed : (entries[place - 1] ?? typed)
