/** `new-pattern-v1`: an event for each pattern of messages that did not occur in the days before. */
import type { NewPatternConfig } from '@logyard/contract/events/processor-configs'
import type { MeasuredPattern, MeasuredSelection } from '../../../search/measures/measures.ts'
import type { Evaluation, EvaluationInput, EventProcessor } from '../../event-processor.ts'
import { foundEvent } from '../occurrence.ts'
import { sourceStreams } from '../source-streams.ts'
import { cronProblems, ownDurationProblems } from '../timing-problems.ts'
import { createFindNovelties, type FindNovelties, MAX_SIGHTED, type Sighting } from './find-novelties.ts'
import type { NoveltyDeps } from './new-value.ts'

const MAX_SHOWN_CHARACTERS = 500

export function createNewPattern(deps: NoveltyDeps): EventProcessor<NewPatternConfig> {
  const findNovelties = createFindNovelties()
  return {
    type: 'new-pattern-v1',
    name: 'New pattern',
    description: 'Messages of a pattern that was not seen in the days before',
    normalise: (config) => ({ ...config, query_parameters: config.query_parameters ?? [] }),
    problems: ({ search_within_ms, execute_every_ms, ...config }) => ({
      ...ownDurationProblems({ search_within_ms, execute_every_ms }),
      ...cronProblems(config),
    }),
    streamsOf: ({ streams }) => streams,
    timing: (config) => ({ windowMs: config.search_within_ms, hopMs: config.execute_every_ms }),
    evaluate: (input) => findPatterns(deps, findNovelties, input),
  }
}

type SightedPattern = Sighting & Pick<MeasuredPattern, 'text'>

async function findPatterns(
  { measures, messageStreams }: NoveltyDeps,
  findNovelties: FindNovelties,
  input: EvaluationInput<NewPatternConfig>,
): Promise<Evaluation> {
  const { config, range, options } = input
  async function read(selection: MeasuredSelection, only?: readonly string[]): Promise<readonly SightedPattern[]> {
    const by = { limit: MAX_SIGHTED, ...(only === undefined ? {} : { only }) }
    return (await measures.patterns(selection, by, options)).map(({ hash, ...facts }) => ({ name: hash, ...facts }))
  }
  const { found, state } = await findNovelties(input, read, (selection) => measures.count(selection, options))
  const allStreams = await messageStreams()
  const events = found.map(({ name, text, count, firstMs, streams }) => {
    const pattern = text.slice(0, MAX_SHOWN_CHARACTERS)
    return foundEvent(input, {
      name: [name, firstMs],
      timestampMs: firstMs,
      timerange: range,
      text: `a pattern for the first time in ${config.history_days} days: ${pattern}`,
      group: [name],
      sourceStreams: sourceStreams(config.streams, streams, allStreams),
      source: { pattern, pattern_hash: name, count },
    })
  })
  return { events, state }
}
