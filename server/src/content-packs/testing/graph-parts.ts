/** The values of a random graph. */
import type { SeededRandom } from '@logyard/codecs/testing/seeded-random'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { EntityDraft } from './pack-drafts.ts'

/** Texts that are something else to YAML, HTML, a query or a pattern. */
const TEXTS = [
  'Web',
  'Web (2)',
  'Mail "out"',
  "it's",
  'yes',
  'null',
  '1e3',
  '0012',
  'a: b # c',
  '- item',
  '{x}',
  'two\nlines\n',
  'tab\there',
  'Größe 🪵',
  '<b>bold</b>',
  '\\d+ $1 $x$',
]

export interface Graph {
  readonly random: SeededRandom
  readonly prefix: string
  readonly size: number
  readonly entities: EntityDraft[]
  ofType(name: string): readonly EntityDraft[]
}

export const chance = (random: SeededRandom, percent: number) => random.below(100) < percent
export const textOf = ({ random }: Pick<Graph, 'random'>) => random.pick(TEXTS)
export function some<T>(random: SeededRandom, values: readonly T[], most = 3): readonly T[] {
  return shuffled(random, values).slice(0, random.below(most + 1))
}

export function shuffled<T>(random: SeededRandom, values: readonly T[]): T[] {
  const left = [...values]
  const taken: T[] = []
  while (left.length > 0) taken.push(...left.splice(random.below(left.length), 1))
  return taken
}

/** The names by which extractors, events and searches use tables. */
export const tableNames = (graph: Graph): readonly string[] =>
  graph.ofType('lookup_table').map(({ data }) => Object(data).name['@value'])

/** Ids of streams of the pack, or of the system. */
export const streamIds = (graph: Graph): readonly string[] =>
  some(graph.random, [...graph.ofType('stream').map(({ id }) => id), DEFAULT_STREAM_ID])

/** A parameter whose value comes from a table, and a query that uses it. */
export const lookedUp = (graph: Graph) => ({
  ...{ type: 'lut-parameter-v1', name: 'who', title: 'Who', description: textOf(graph), data_type: 'any' },
  ...{ default_value: '', optional: false, binding: null, key: 'admins' },
  lookup_table: graph.random.pick(tableNames(graph)),
})
