/** How many rules and pipelines there can be: every processing thread compiles all of them. */
import { sourcesTooLarge, sourcesTooMany } from '../pipeline-errors.ts'

const LIMITS = { rules: 5000, pipelines: 1000 } as const
/** Characters of the sources of all rules, and of those of all pipelines. */
const MAX_CHARACTERS = 10_000_000

interface Stored {
  readonly id: string
  readonly source: string
}

/** Throws if further ones with these sources would exceed a limit together with those that are stored. */
export function requireRoomForMore(
  what: keyof typeof LIMITS,
  sources: readonly string[],
  stored: readonly Stored[],
): void {
  if (stored.length + sources.length > LIMITS[what]) throw sourcesTooMany(what, LIMITS[what])
  const all = [...stored.map(({ source }) => source), ...sources]
  if (all.reduce((sum, { length }) => sum + length, 0) > MAX_CHARACTERS) throw sourcesTooLarge(what, MAX_CHARACTERS)
}

/** Throws if `saved` would exceed a limit together with the others. */
export function requireRoom(what: keyof typeof LIMITS, saved: Stored, stored: readonly Stored[]): void {
  const others = stored.filter(({ id }) => id !== saved.id)
  const isNew = others.length === stored.length
  if (isNew && others.length >= LIMITS[what]) throw sourcesTooMany(what, LIMITS[what])
  const characters = others.reduce((sum, { source }) => sum + source.length, saved.source.length)
  if (characters > MAX_CHARACTERS) throw sourcesTooLarge(what, MAX_CHARACTERS)
}
