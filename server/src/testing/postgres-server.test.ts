import { expect, test } from 'vitest'
import { startPostgres } from './postgres-server.ts'

test('a server that was killed starts again with its databases, on the same port', { timeout: 60_000 }, async () => {
  await using server = await startPostgres({ fsync: true })
  const [first, second] = [await server.createDatabase(), await server.createDatabase()]
  await server.execute(first, 'CREATE TABLE kept (value integer); INSERT INTO kept VALUES (7)')
  await server.kill()
  await expect(server.execute(first, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
  await server.start()
  expect(await server.execute(first, 'SELECT value FROM kept')).toEqual([{ value: 7 }])
  await expect(server.execute(second, 'SELECT value FROM kept')).rejects.toThrow('does not exist')
})
