/** `new-value-v1`: an event for each value of a field that no message had in the days before. */
import type { NewValueConfig } from '@logyard/contract/events/processor-configs'
import type { MeasuredSelection, Measures } from '../../../search/measures/measures.ts'
import type { Evaluation, EvaluationInput, EventProcessor } from '../../event-processor.ts'
import { foundEvent } from '../occurrence.ts'
import { sourceStreams } from '../source-streams.ts'
import { cronProblems, ownDurationProblems } from '../timing-problems.ts'
import { createFindNovelties, type FindNovelties, MAX_SIGHTED, type Sighting } from './find-novelties.ts'

const SERIES = [
  { id: 'count', function: 'count', field: null },
  { id: 'first', function: 'min', field: 'timestamp' },
  { id: 'last', function: 'max', field: 'timestamp' },
] as const

export interface NoveltyDeps {
  readonly measures: Pick<Measures, 'groups' | 'patterns' | 'count'>
  /** The ids of all streams but those of events. */
  readonly messageStreams: () => Promise<readonly string[]>
}

export function createNewValue(deps: NoveltyDeps): EventProcessor<NewValueConfig> {
  const findNovelties = createFindNovelties()
  return {
    type: 'new-value-v1',
    name: 'New value',
    description: 'A value of a field that was not seen in the days before',
    normalise: (config) => ({ ...config, query_parameters: config.query_parameters ?? [] }),
    problems: ({ field, search_within_ms, execute_every_ms, ...config }) => ({
      ...(field.trim() === '' ? { field: ['The field cannot be empty.'] } : {}),
      ...ownDurationProblems({ search_within_ms, execute_every_ms }),
      ...cronProblems(config),
    }),
    streamsOf: ({ streams }) => streams,
    timing: (config) => ({ windowMs: config.search_within_ms, hopMs: config.execute_every_ms }),
    evaluate: (input) => findValues(deps, findNovelties, input),
  }
}

async function findValues(
  { measures, messageStreams }: NoveltyDeps,
  findNovelties: FindNovelties,
  input: EvaluationInput<NewValueConfig>,
): Promise<Evaluation> {
  const { config, range, options } = input
  async function read(selection: MeasuredSelection, only?: readonly string[]): Promise<readonly Sighting[]> {
    const by = { fields: [config.field], series: SERIES, limit: MAX_SIGHTED, ...(only === undefined ? {} : { only }) }
    const groups = await measures.groups(selection, by, options)
    return groups.map(({ key: [name = ''], values, streams }) => ({
      name,
      count: values.get('count') ?? 0,
      firstMs: values.get('first') ?? Number.NaN,
      lastMs: values.get('last') ?? Number.NaN,
      streams,
    }))
  }
  const { found, state } = await findNovelties(input, read, (selection) => measures.count(selection, options))
  const allStreams = await messageStreams()
  const events = found.map(({ name, count, firstMs, streams }) =>
    foundEvent(input, {
      name: [name, firstMs],
      timestampMs: firstMs,
      timerange: range,
      text: `${config.field} is ${name}, for the first time in ${config.history_days} days`,
      group: [name],
      sourceStreams: sourceStreams(config.streams, streams, allStreams),
      source: { [config.field]: name, new_value: name, count },
    }),
  )
  return { events, state }
}
