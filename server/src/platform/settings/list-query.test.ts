import type { ListQuery, ListQueryValue } from '@logyard/languages/list-query/list-query'
import { matchesListQuery } from '@logyard/languages/list-query/matches-list-query'
import { type Static, Type } from 'typebox'
import { expect, test } from 'vitest'
import { rounds } from '../../testing/rounds.ts'
import { ENGINES, settingsEngines } from '../../testing/settings-engines.ts'
import { defineCollection } from './settings-store.ts'

const Words = Type.Object({ id: Type.String(), a: Type.String(), b: Type.Optional(Type.Unknown()) })
const words = defineCollection({ name: 'words', audit: 'note', schema: Words })
const engines = settingsEngines()
const QUERIES = rounds(200, 20_000)
const LETTERS = ['a', 'B', 'ä', 'Ä', 'ß', 'ſ', 'σ', 'ς', 'Σ', 'İ', 'ı', '\u212a', 'k', ' ', '%', '_', "'", '"', '\\']
const ODD_LETTERS = ['.', '0', '1', '漢', '\uffee', '🙂', '\u0000', '\n']
const NUMBERS = [0, 1, 9, 10, -1, 0.5, 1e21, 1e-7, 2 ** 53, 123456789012345680000]
const OPERATORS = ['contains', 'equals', 'greater', 'greater-or-equal', 'less', 'less-or-equal'] as const

/** Seeded random numbers, so that a failure can be reproduced. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test.for(ENGINES)(`${QUERIES} generated filters match the same documents as in memory, on %s`, async (engine) => {
  const random = seeded(20260301)
  const pick = <T>(from: readonly T[], otherwise: T): T => from[random(from.length)] ?? otherwise
  const text = (longest: number) =>
    Array.from({ length: random(longest + 1) }, () => pick([...LETTERS, ...ODD_LETTERS], 'a')).join('')
  const scalar = () => pick<unknown>([text(4), text(4), pick(NUMBERS, 0), true, false, null], '')
  const anything = () => pick<unknown>([scalar(), scalar(), [scalar(), scalar(), [text(1)]], [], { a: text(2) }], '')
  const value = (): ListQueryValue => ({
    operator: pick(OPERATORS, 'contains'),
    text: pick([text(2), text(2), String(pick(NUMBERS, 0)), 'true', 'fal'], ''),
  })
  const chunk = () => ({
    field: pick(['a', 'b'], 'a'),
    negated: random(3) === 0,
    values: [value(), value()].slice(random(2)),
  })

  await using store = await engines.temporary(engine)
  const collection = store.settings.collection(words)
  const documents = Array.from({ length: 150 }, (_, id): Static<typeof Words> => {
    const both = { id: `${id}`, a: text(4) }
    return random(4) === 0 ? both : { ...both, b: anything() }
  })
  await store.settings.commit(documents.map((document) => collection.inserting(document)))

  for (let round = 0; round < QUERIES; round++) {
    const query: ListQuery = { chunks: [chunk(), chunk()].slice(random(2)) }
    const page = await collection.page({ query, sort: 'id', order: 'asc', page: 1, perPage: 0 })
    const expected = documents.filter((document) => matchesListQuery(query, (field) => Reflect.get(document, field)))
    expect(new Set(page.rows.map((row) => row.id)), JSON.stringify(query)).toEqual(
      new Set(expected.map(({ id }) => id)),
    )
    expect(page.total).toBe(expected.length)
  }
})
