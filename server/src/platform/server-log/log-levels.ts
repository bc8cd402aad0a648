/**
 * The levels of the server's loggers. Names are dotted: a logger without a level of its own has that of the nearest
 * logger above it, up to the root, which has the empty name.
 */
import type { LogLevel } from '@logyard/contract/logging/log-levels'

/** Lines with a smaller number are dropped. The numbers are those of pino: more severe lines have greater ones. */
export interface Threshold {
  value: number
}

export type LogLevels = ReturnType<typeof createLogLevels>

export const ROOT_LOGGER = ''

const THRESHOLDS: Readonly<Record<LogLevel, number>> = {
  off: Number.POSITIVE_INFINITY,
  fatal: 60,
  error: 50,
  warn: 40,
  info: 30,
  debug: 20,
  trace: 10,
  all: 0,
}

export function createLogLevels(rootLevel: LogLevel) {
  const own = new Map<string, LogLevel>([[ROOT_LOGGER, rootLevel]])
  const thresholds = new Map<string, Threshold>()

  const levelOf = (name: string): LogLevel => {
    for (let above = name; above !== ROOT_LOGGER; above = parentOf(above)) {
      const level = own.get(above)
      if (level !== undefined) return level
    }
    return own.get(ROOT_LOGGER) ?? rootLevel
  }
  const applyAll = () => {
    for (const [name, threshold] of thresholds) threshold.value = THRESHOLDS[levelOf(name)]
  }

  return {
    /** Follows later changes of the level. */
    thresholdOf(name: string) {
      const known = thresholds.get(name)
      if (known !== undefined) return known
      const threshold = { value: THRESHOLDS[levelOf(name)] }
      thresholds.set(name, threshold)
      return threshold
    },
    /** Every logger that has written or has a level of its own, by name. */
    list: () =>
      [...new Set([...own.keys(), ...thresholds.keys()])].sort().map((name) => ({ name, level: levelOf(name) })),
    levelOf,
    /** How many loggers have a level of their own, the root included. */
    ownCount: () => own.size,
    hasOwn: (name: string) => own.has(name),
    set(name: string, level: LogLevel) {
      own.set(name, level)
      applyAll()
    },
    /** From now on the logger has the level of the one above it; the root gets its first one. */
    reset(name: string) {
      if (name === ROOT_LOGGER) own.set(name, rootLevel)
      else own.delete(name)
      applyAll()
    },
  }
}

const parentOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')))
