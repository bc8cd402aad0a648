import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { migrate, storeMigrations } from './migrate.ts'

test('owners of searches are migrated from names to user ids, and removed if the user no longer exists', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-search-owners-'))
  const db = new DatabaseSync(join(folder, 'settings.db'))
  try {
    const clock = fixedClock('2026-03-01T09:00:00Z')
    migrate(
      db,
      storeMigrations.filter(({ number }) => number < 3),
      clock,
    )
    const insert = db.prepare('INSERT INTO document (collection, id, version, body) VALUES (?, ?, 1, ?)')
    insert.run('users', 'user-7', JSON.stringify({ id: 'user-7', username: 'ada' }))
    insert.run('roles', 'role-7', JSON.stringify({ id: 'role-7', owner: 'ada' }))
    for (const [id, owner] of [
      ['of-ada', 'ada'],
      ['of-somebody-gone', 'bob'],
      ['of-nobody', null],
    ] as const) {
      insert.run('searches', id, JSON.stringify({ id, owner, queries: [] }))
    }
    migrate(db, storeMigrations, clock)
    const bodies = db.prepare("SELECT body FROM document WHERE collection <> 'users' ORDER BY sequence").all()
    expect(bodies.map(({ body }) => JSON.parse(String(body)))).toEqual([
      { id: 'role-7', owner: 'ada' },
      { id: 'of-ada', owner: 'ada', queries: [], owner_id: 'user-7' },
      { id: 'of-somebody-gone', owner: 'bob', queries: [], owner_id: null },
      { id: 'of-nobody', owner: null, queries: [], owner_id: null },
    ])
  } finally {
    db.close()
    await rm(folder, { recursive: true })
  }
})
