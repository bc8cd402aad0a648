import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { rounds } from './testing/rounds.ts'
import { ADMIN_PASSWORD, startServer } from './testing/server-process.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const ROUNDS = rounds(2, 100)
const WRITERS = 4
const MS_PER_ROUND = 60_000

const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
const headers = { authorization, 'content-type': 'application/json', 'x-requested-by': 'test' }

/** Creates and disables users until the server is killed; returns the names whose creation was acknowledged. */
async function writeUntilKilled(url: string, label: string, onDisabled: () => void): Promise<readonly string[]> {
  const acknowledged: string[] = []
  for (let count = 0; ; count++) {
    const username = `${label}-${count}`
    const user = { username, password: 'a long secret', email: 'u@example.org', full_name: username, permissions: [] }
    try {
      const response = await fetch(`${url}api/users`, { method: 'POST', headers, body: JSON.stringify(user) })
      if (response.status !== 201) continue
      acknowledged.push(username)
      const stored = await fetch(`${url}api/users/${username}`, { headers })
      const { id } = (await stored.json()) as { id: string }
      const change = await fetch(`${url}api/users/${id}/status/disabled`, { method: 'PUT', headers })
      if (change.ok) onDisabled()
    } catch {
      return acknowledged // the connection broke: the server was killed
    }
  }
}

/** The users that each event of the audit log names as changed, sorted. */
async function auditedUsers(url: string, event: string): Promise<readonly string[]> {
  const names: string[] = []
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const query = `event=${event}&user=admin&limit=200&before=${before}`
    const response = await fetch(`${url}api/logyard/audit/entries?${query}`, { headers })
    const { entries, next } = (await response.json()) as {
      entries: { changes: { title: string }[] }[]
      next: number | null
    }
    names.push(...entries.flatMap(({ changes }) => changes.map(({ title }) => title)))
    if (next === null) return names.sort()
    before = next
  }
}

test(
  `every acknowledged write survives ${ROUNDS} kills of the server, and each has its entry in the audit log`,
  async () => {
    // Declared first: the folder is removed once the server that uses it has ended.
    await using folder = await temporaryFolder()
    const dataFolder = folder.path
    const expected = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer({ dataFolder })
      const first = Promise.withResolvers<void>()
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        writeUntilKilled(server.url, `round-${round}-writer-${writer}`, first.resolve),
      )
      await first.promise
      // A different instant in each round, so that the kills fall into different parts of a write.
      await setTimeout((round * 37) % 200)
      await server.end('SIGKILL')
      for (const name of (await Promise.all(writers)).flat()) expected.add(name)
    }
    await using server = await startServer({ dataFolder })
    const response = await fetch(`${server.url}api/users`, { headers })
    const { users } = (await response.json()) as { users: { username: string; account_status: string }[] }
    const missing = expected.difference(new Set(users.map((user) => user.username)))
    expect(expected.size).toBeGreaterThanOrEqual(ROUNDS)
    expect([...missing]).toEqual([])
    const written = users.filter(({ username }) => username.startsWith('round-'))
    const namesOf = (some: typeof users) => some.map(({ username }) => username).sort()
    expect(await auditedUsers(server.url, 'user:create')).toEqual(namesOf(written))
    const disabled = written.filter(({ account_status }) => account_status === 'disabled')
    expect(disabled).not.toEqual([])
    expect(await auditedUsers(server.url, 'user:change-status')).toEqual(namesOf(disabled))
    const verified = await fetch(`${server.url}api/logyard/audit/verify`, { method: 'POST', headers })
    expect(await verified.json()).toMatchObject({ is_intact: true })
    expect(server.output()).not.toMatch(/repair|corrupt/i)
  },
  ROUNDS * MS_PER_ROUND,
)
