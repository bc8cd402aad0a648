import type { RegexOwner } from '../blocks/regex-owner.ts'
import type { ProcessingSettings } from '../settings/processing-settings.ts'
import { createRegexFaults, type RegexFaults } from './regex-faults.ts'

export interface UsableSettings {
  /** The current settings without the streams whose regular expressions time out too often. */
  current(): ProcessingSettings
  readonly timedOut: RegexFaults['timedOut']
}

export function createUsableSettings(deps: {
  readonly settings: () => ProcessingSettings
  readonly onTimeout: (owner: RegexOwner) => void
  readonly onExcluded: (owner: RegexOwner, faults: number) => void
}): UsableSettings {
  const faults = createRegexFaults({ ...deps, definitionOf: (owner) => definitionOf(deps.settings(), owner) })
  let source: ProcessingSettings['routing'] | undefined
  let usable: ProcessingSettings['routing'] = []
  return {
    timedOut: faults.timedOut,
    current() {
      faults.forgetUnused()
      const settings = deps.settings()
      const streams = settings.routing.filter(({ id }) => !faults.isExcluded({ kind: 'stream', id }))
      if (streams.length === settings.routing.length) return settings
      // For the same streams exclusions only grow. An unchanged section must stay the same object.
      if (source !== settings.routing || usable.length !== streams.length) usable = streams
      source = settings.routing
      return { ...settings, routing: usable }
    },
  }
}

function definitionOf({ routing }: ProcessingSettings, owner: RegexOwner): string | undefined {
  const stream = routing.find(({ id }) => id === owner.id)
  return stream && JSON.stringify(stream.rules)
}

/** Everything in the settings that has regular expressions. */
export const regexOwnersOf = ({ routing }: Pick<ProcessingSettings, 'routing'>): readonly RegexOwner[] =>
  routing.map(({ id }) => ({ kind: 'stream', id }))
