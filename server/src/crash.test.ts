import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { rounds } from './testing/rounds.ts'
import { ADMIN_PASSWORD, startServer } from './testing/server-process.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const ROUNDS = rounds(4, 100)
const WRITERS = 4
const MS_PER_ROUND = 8_000

const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
const headers = { authorization, 'content-type': 'application/json', 'x-requested-by': 'test' }

/** Creates users until the server is killed; returns the names that were acknowledged. */
async function writeUntilKilled(url: string, label: string, onAcknowledged: () => void): Promise<readonly string[]> {
  const acknowledged: string[] = []
  for (let count = 0; ; count++) {
    const username = `${label}-${count}`
    const user = { username, password: 'a long secret', email: 'u@example.org', full_name: username, permissions: [] }
    try {
      const response = await fetch(`${url}api/users`, { method: 'POST', headers, body: JSON.stringify(user) })
      if (response.status !== 201) continue
      acknowledged.push(username)
      onAcknowledged()
    } catch {
      return acknowledged // the connection broke: the server was killed
    }
  }
}

test(
  `every acknowledged write survives ${ROUNDS} kills of the server`,
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
    const { users } = (await response.json()) as { users: { username: string }[] }
    const missing = expected.difference(new Set(users.map((user) => user.username)))
    expect(expected.size).toBeGreaterThanOrEqual(ROUNDS)
    expect([...missing]).toEqual([])
    expect(server.output()).not.toMatch(/repair|corrupt/i)
  },
  ROUNDS * MS_PER_ROUND,
)
