/** The time that each key used recently: owners, or the objects of one owner. */

/** A key that used much more than others waits for at most this long until they catch up. */
const REMEMBERED_MS = 600_000
/** The key that began an item longest ago is dropped. */
const MAX_KEYS = 1000

export interface UsedTime<Key> {
  add(key: Key, ms: number): void
  /** Counts the turn of the key: of keys with equal times the one with the oldest turn comes first. */
  takeTurn(key: Key): void
  /**
   * Compares two keys by time, then by turn. A key that did nothing for a while has used as much as the active key that
   * used least, and not less: it cannot save up time.
   */
  compare(a: Key, b: Key): number
  /** `active` are all keys that have or want something. Without any, all times start again at zero. */
  follow(active: ReadonlySet<Key>): void
}

interface Used {
  readonly ms: number
  /** 0 before the first turn. */
  readonly turn: number
}

export function createUsedTime<Key>(): UsedTime<Key> {
  const used = new Map<Key, Used>()
  /** What the active key that used least has used. It grows as long as there are active keys. */
  let leastMs = 0
  let turns = 0

  const of = (key: Key): Used => {
    const { ms = 0, turn = 0 } = used.get(key) ?? {}
    return { ms: Math.max(ms, leastMs), turn }
  }

  return {
    add(key, ms) {
      const before = of(key)
      used.set(key, { ...before, ms: Math.min(before.ms + ms, leastMs + REMEMBERED_MS) })
    },
    takeTurn(key) {
      turns += 1
      const { ms } = of(key)
      used.delete(key)
      used.set(key, { ms, turn: turns })
      if (used.size <= MAX_KEYS) return
      const [oldest] = used.keys()
      if (oldest !== undefined) used.delete(oldest)
    },
    compare(a, b) {
      const [one, other] = [of(a), of(b)]
      return one.ms - other.ms || one.turn - other.turn
    },
    follow(active) {
      if (active.size === 0) {
        used.clear()
        leastMs = 0
        return
      }
      let least = Number.POSITIVE_INFINITY
      for (const key of active) least = Math.min(least, of(key).ms)
      leastMs = least
      for (const [key, { ms }] of used) if (ms <= leastMs && !active.has(key)) used.delete(key)
    },
  }
}
