/** The pivots that something is kept of, as much as there is room for. */
import type { Counts, Kept } from './cached-partitions.ts'

export interface Known {
  kept: Kept | undefined
  /** How many messages were in the pieces that are not kept because more come to them. */
  moving: Counts
  /** What is kept is brought up to date, and nobody waits for it. */
  isKeptUp: boolean
  /** There are too many groups. */
  isTooLarge: boolean
  /** Others were asked for since: what is still made of it goes with whoever asked. */
  isForgotten: boolean
  /** Settles when nobody works at it any more. */
  busy: Promise<unknown>
}

export interface KnownPivots {
  has(name: string): boolean
  /** It counts as asked for now. */
  as(name: string): Known
  areTooMany(): boolean
  /** Gives up what was not asked for longest, but not `newest`. */
  makeRoomFor(newest: Known): Promise<void>
}

export function createKnownPivots(limits: { readonly bytes: number; readonly known: number }): KnownPivots {
  /** Those asked for last at the end. */
  const all = new Map<string, Known>()
  const areTooMany = () => all.size > limits.known
  return {
    has: (name) => all.has(name),
    as(name) {
      const one = all.get(name) ?? {
        kept: undefined,
        moving: new Map(),
        isKeptUp: false,
        isTooLarge: false,
        isForgotten: false,
        busy: Promise.resolve(),
      }
      all.delete(name)
      all.set(name, one)
      return one
    },
    areTooMany,
    async makeRoomFor(newest) {
      let bytes = all.values().reduce((sum, { kept }) => sum + (kept?.table.bytes ?? 0), 0)
      for (const [name, one] of all) {
        if ((bytes <= limits.bytes && !areTooMany()) || one === newest) return
        if (areTooMany()) {
          all.delete(name)
          one.isForgotten = true
        }
        bytes -= one.kept?.table.bytes ?? 0
        await release(one)
      }
    },
  }
}

export async function release(one: Known): Promise<void> {
  const { kept } = one
  one.kept = undefined
  await kept?.table.drop()
}
