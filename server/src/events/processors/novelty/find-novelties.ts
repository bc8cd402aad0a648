/**
 * Finds what was not seen in the days before: values of a field, patterns of messages. Each run looks up only what it
 * does not know from a run before; the history decides, so a restart changes nothing.
 */

import { createLruMap } from '@logyard/languages/caches/lru-map'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { MeasuredSelection } from '../../../search/measures/measures.ts'
import type { ConditionMessages, EvaluationInput } from '../../event-processor.ts'

/** Different ones in one run, or in the history of one. */
export const MAX_SIGHTED = 10_000
const KNOWN_SIGHTINGS = 100_000
const DAY_MS = 86_400_000

export interface Sighting {
  readonly name: string
  readonly count: number
  readonly firstMs: number
  readonly lastMs: number
  readonly streams: readonly string[]
}

/** Reads what occurs in the selected messages; of `only` these, if it is present. */
export type ReadSightings<S extends Sighting> = (
  selection: MeasuredSelection,
  only?: readonly string[],
) => Promise<readonly S[]>

export interface NoveltyConfig extends ConditionMessages {
  readonly history_days: number
  readonly search_within_ms: number
  readonly execute_every_ms: number
}

/** Windows may overlap: what was new in one of them is still there in the next. */
const NoveltyState = Type.Object({
  told: Type.Record(Type.String(), Type.Number({ description: 'The end of the run that found it' })),
})
type NoveltyState = Static<typeof NoveltyState>

export interface Novelties<S extends Sighting> {
  readonly found: readonly S[]
  readonly state: NoveltyState
}

export type FindNovelties = <S extends Sighting>(
  input: EvaluationInput<NoveltyConfig>,
  read: ReadSightings<S>,
  count: (selection: MeasuredSelection) => Promise<number>,
) => Promise<Novelties<S>>

export function createFindNovelties(): FindNovelties {
  /** When something was seen at a time before the window of a run, by definition, its change, and name. */
  const sightings = createLruMap<string, number>(KNOWN_SIGHTINGS)

  return async (input, read, count) => {
    const { config, definition, range } = input
    const told = toldBefore(input)
    const historyMs = config.history_days * DAY_MS
    const keyOf = (name: string) => `${definition.id} ${definition.updated_at} ${name}`
    const isKnown = ({ name }: Sighting) =>
      told[name] !== undefined || (sightings.get(keyOf(name)) ?? Number.NEGATIVE_INFINITY) >= range.fromMs - historyMs
    const here = await read(await input.select(config, range))
    const unknown = here.filter((one) => !isKnown(one))
    if (unknown.length === 0) return { found: [], state: { told } }
    const history = await input.select(config, { fromMs: range.fromMs - historyMs, toMs: range.fromMs - 1 })
    const names = unknown.map(({ name }) => name)
    const before = new Map((await read(history, names)).map((one) => [one.name, one.lastMs]))
    for (const [name, lastMs] of before) sightings.set(keyOf(name), lastMs)
    // Names that were found while the clock was ahead are not new, although their messages lie in the future.
    const ahead = input.ahead === undefined ? [] : await read(await input.select(config, input.ahead.range), names)
    const known = new Set([...before.keys(), ...ahead.map(({ name }) => name)])
    const novel = unknown.filter(({ name }) => !known.has(name))
    // Where nothing happened yet, everything is new.
    const found = novel.length === 0 || (before.size === 0 && (await count(history)) === 0) ? [] : novel
    const now = Object.fromEntries(novel.map(({ name }) => [name, range.toMs]))
    return { found, state: { told: { ...told, ...now } } }
  }
}

/** Without those whose window is over: they are in the history now. */
function toldBefore({ range, state }: EvaluationInput<NoveltyConfig>): NoveltyState['told'] {
  if (!Value.Check(NoveltyState, state)) return {}
  return Object.fromEntries(Object.entries(state.told).filter(([, toMs]) => toMs >= range.fromMs))
}
