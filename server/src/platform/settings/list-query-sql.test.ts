import type { ListQuery, ListQueryValue } from '@logyard/languages/list-query/list-query'
import { matchesListQuery } from '@logyard/languages/list-query/matches-list-query'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { rounds } from '../../testing/rounds.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { defineCollection } from './settings-store.ts'

const words = defineCollection({
  name: 'words',
  schema: Type.Object({ id: Type.String(), a: Type.String(), b: Type.Optional(Type.String()) }),
})
const QUERIES = rounds(400, 20_000)
const LETTERS = ['a', 'B', 'ä', 'Ä', 'ß', ' ', '%', '_', "'", '"', '\\', '.', '0', '漢']
const OPERATORS = ['contains', 'equals', 'greater', 'greater-or-equal', 'less', 'less-or-equal'] as const

/** The same numbers for the same seed: a failure can be run again. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test(`${QUERIES} generated filters find in SQL what they match in memory`, async () => {
  const random = seeded(20260301)
  const pick = <T>(from: readonly T[], otherwise: T): T => from[random(from.length)] ?? otherwise
  const text = (longest: number) => Array.from({ length: random(longest + 1) }, () => pick(LETTERS, 'a')).join('')
  const value = (): ListQueryValue => ({ operator: pick(OPERATORS, 'contains'), text: text(2) })
  const chunk = () => ({
    field: pick(['a', 'b'], 'a'),
    negated: random(3) === 0,
    values: [value(), value()].slice(random(2)),
  })

  await using store = await temporarySettings()
  const collection = store.settings.collection(words)
  const documents = Array.from({ length: 120 }, (_, id): { id: string; a: string; b?: string } => {
    const both = { id: `${id}`, a: text(4) }
    return random(4) === 0 ? both : { ...both, b: text(4) }
  })
  await store.settings.commit(documents.map((document) => collection.inserting(document)))

  for (let round = 0; round < QUERIES; round++) {
    const query: ListQuery = { chunks: [chunk(), chunk()].slice(random(2)) }
    const { rows } = await collection.page({ query, sort: 'id', order: 'asc', page: 1, perPage: 0 })
    const expected = documents.filter((document) =>
      matchesListQuery(query, (field) => (field === 'a' ? document.a : document.b)),
    )
    expect(new Set(rows.map((row) => row.id)), JSON.stringify(query)).toEqual(new Set(expected.map(({ id }) => id)))
  }
})
