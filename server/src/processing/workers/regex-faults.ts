import type { ProcessingSettings } from '../settings/processing-settings.ts'

/** Streams whose regular expressions run away: counts how often, and leaves them out once that is too often. */
export interface RegexFaults {
  timedOut(ruleId: string): void
  /** The settings without the streams that are left out. */
  usable(): ProcessingSettings
}

export const MAX_FAULTS = 3

export function createRegexFaults(deps: {
  readonly settings: () => ProcessingSettings
  readonly onTimeout: (streamId: string) => void
  readonly onFaulty: (streamId: string, faults: number) => void
}): RegexFaults {
  /** By stream id: how often, and with which rules; other rules begin anew. */
  const faults = new Map<string, { count: number; rules: string }>()
  return {
    timedOut(ruleId) {
      const stream = deps.settings().streams.find(({ rules }) => rules.some(({ id }) => id === ruleId))
      if (stream === undefined) return
      const rules = JSON.stringify(stream.rules)
      const before = faults.get(stream.id)
      const count = (before?.rules === rules ? before.count : 0) + 1
      faults.set(stream.id, { count, rules })
      deps.onTimeout(stream.id)
      if (count === MAX_FAULTS) deps.onFaulty(stream.id, count)
    },
    usable() {
      const settings = deps.settings()
      const present = new Set(settings.streams.map(({ id }) => id))
      // A stream that was paused and resumed begins anew.
      for (const id of faults.keys()) if (!present.has(id)) faults.delete(id)
      const isUsable = ({ id, rules }: (typeof settings.streams)[number]) => {
        const known = faults.get(id)
        return known === undefined || known.count < MAX_FAULTS || known.rules !== JSON.stringify(rules)
      }
      return { ...settings, streams: settings.streams.filter(isUsable) }
    },
  }
}
