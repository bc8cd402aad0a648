import type { ExtractorSettings } from '../../extractors/published-extractors.ts'
import { definitionsFor } from '../../grok/pattern-references.ts'
import type { PipelineSettings, RuleSettings } from '../../pipelines/published-pipelines.ts'
import type { RegexOwner } from '../blocks/regex-owner.ts'
import type { ProcessingSettings } from '../settings/processing-settings.ts'
import { createRegexFaults } from './regex-faults.ts'

export function createUsableSettings(deps: {
  readonly settings: () => ProcessingSettings
  readonly onTimeout: (owner: RegexOwner) => void
  readonly onExcluded: (owner: RegexOwner, faults: number) => void
}) {
  const faults = createRegexFaults({ ...deps, definitionOf: (owner) => definitionOf(deps.settings(), owner) })
  const streams = reusing<ProcessingSettings['routing']>((all) => {
    const isExcluded = ({ id }: { readonly id: string }) => faults.isExcluded({ kind: 'stream', id })
    const excluded = all.filter(isExcluded).map(({ id }) => id)
    return { usable: all.filter((stream) => !isExcluded(stream)), excluded }
  })
  const extractors = reusing<ExtractorSettings>((all) => {
    const excluded: string[] = []
    const usable = Array.from(all, ([inputId, list]) => {
      const remaining = list.filter(({ id }) => {
        const isExcluded = faults.isExcluded({ kind: 'extractor', id })
        if (isExcluded) excluded.push(id)
        return !isExcluded
      })
      return [inputId, remaining] as const
    })
    return { usable: new Map(usable), excluded }
  })
  // A stage acts as if the rule had no valid source: it never matches.
  const rules = reusing<PipelineSettings>((all) => {
    const isExcluded = ({ id }: RuleSettings) => faults.isExcluded({ kind: 'rule', id })
    const excluded = all.rules.filter(isExcluded).map(({ id }) => id)
    return { usable: { ...all, rules: all.rules.filter((rule) => !isExcluded(rule)) }, excluded }
  })
  return {
    timedOut: faults.timedOut,
    /** The current settings without the streams, extractors and rules whose regular expressions time out too often. */
    current() {
      faults.deleteUnused()
      const settings = deps.settings()
      const routing = streams(settings.routing)
      const usable = extractors(settings.extractors)
      const pipelines = rules(settings.pipelines)
      const isAll = routing === settings.routing && usable === settings.extractors && pipelines === settings.pipelines
      return isAll ? settings : { ...settings, routing, extractors: usable, pipelines }
    },
  }
}

interface Usable<S> {
  readonly usable: S
  /** Ids. */
  readonly excluded: readonly string[]
}

/** The section without what is excluded. An unchanged section must stay the same object. */
function reusing<S>(without: (section: S) => Usable<S>): (section: S) => S {
  let source: S | undefined
  let before: Usable<S | undefined> = { usable: undefined, excluded: [] }
  return (section) => {
    const latest = without(section)
    if (source !== section || before.excluded.join() !== latest.excluded.join()) before = latest
    source = section
    return before.excluded.length === 0 || before.usable === undefined ? section : before.usable
  }
}

/** Counting starts over when this changes. Undefined if the owner is not in use. */
function definitionOf(
  { routing, extractors, grokPatterns, pipelines }: ProcessingSettings,
  { kind, id }: RegexOwner,
): string | undefined {
  switch (kind) {
    case 'stream': {
      const stream = routing.find((candidate) => candidate.id === id)
      return stream && JSON.stringify(stream.rules)
    }
    case 'extractor':
      for (const list of extractors.values()) {
        const extractor = list.find((candidate) => candidate.id === id)
        const pattern = extractor?.config['grok_pattern']
        if (extractor?.type === 'grok' && typeof pattern === 'string')
          return JSON.stringify([extractor.revision, ...definitionsFor([pattern], grokPatterns)])
        if (extractor !== undefined) return extractor.revision
      }
      return undefined
    case 'rule': {
      const rule = pipelines.rules.find((candidate) => candidate.id === id)
      // The source may name grok patterns, which can be the slow ones.
      return rule && JSON.stringify([rule.source, ...definitionsFor([rule.source], grokPatterns)])
    }
  }
}

/** Everything in the settings that has regular expressions. */
export const regexOwnersOf = ({
  routing,
  extractors,
  pipelines,
}: Pick<ProcessingSettings, 'routing' | 'extractors' | 'pipelines'>): readonly RegexOwner[] => [
  ...routing.map(({ id }): RegexOwner => ({ kind: 'stream', id })),
  ...Array.from(extractors.values()).flatMap((list) => list.map(({ id }): RegexOwner => ({ kind: 'extractor', id }))),
  ...pipelines.rules.map(({ id }): RegexOwner => ({ kind: 'rule', id })),
]
