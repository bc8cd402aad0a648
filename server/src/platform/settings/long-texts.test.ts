import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { migrate, storeMigrations } from './migrate.ts'

test('fields of texts that were noted before long texts were may have long texts', () => {
  using db = new DatabaseSync(':memory:')
  const clock = fixedClock('2026-03-01T09:00:00Z')
  migrate(
    db,
    storeMigrations.filter(({ number }) => number < 5),
    clock,
  )
  const insert = db.prepare('INSERT INTO document (collection, id, version, body) VALUES (?, ?, 1, ?)')
  for (const [collection, id, forms] of [
    ['message_fields', 'text', 1],
    ['message_fields', 'date and integer', 6],
    ['message_fields', 'integer', 4],
    ['others', 'text', 1],
  ] as const) {
    insert.run(collection, id, JSON.stringify({ id, forms }))
  }
  migrate(db, storeMigrations, clock)
  const bodies = db.prepare('SELECT body FROM document ORDER BY sequence').all()
  expect(bodies.map(({ body }) => JSON.parse(String(body)).forms)).toEqual([2049, 2054, 4, 1])
})
