/** The user's executed queries, newest first, in the browser's local storage. */
const LIMIT = 50

const keyOf = (username: string) => `queryHistory.${username}`

export function readHistory(storage: Storage, username: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(username)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    // The stored value is not a history: start with an empty one.
    return []
  }
}

/** Repeating a query moves it to the front. */
export function rememberQuery(storage: Storage, username: string, query: string): void {
  const text = query.trim()
  if (text === '' || text === '*') return
  const others = readHistory(storage, username).filter((one) => one !== text)
  storage.setItem(keyOf(username), JSON.stringify([text, ...others].slice(0, LIMIT)))
}

/** The position in the history: 0 is the text that the user typed. */
export interface HistoryWalk {
  readonly entries: readonly string[]
  readonly place: number
  readonly typed: string
}

/** One step back (1) or forward (-1); `undefined` at either end. */
export function walked({ entries, place, typed }: HistoryWalk, step: 1 | -1): HistoryWalk | undefined {
  const next = place + step
  return next < 0 || next > entries.length ? undefined : { entries, place: next, typed }
}

export const walkText = ({ entries, place, typed }: HistoryWalk): string =>
  place === 0 ? typed : (entries[place - 1] ?? typed)
