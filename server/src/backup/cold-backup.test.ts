/** Backups of a data folder whose old messages are in a bucket, by the commands. */
import { expect, test } from 'vitest'
import { connectToEngine } from '../testing/engine-owner.ts'
import { startObjectStore } from '../testing/object-store.ts'
import { startServer } from '../testing/server-process.ts'
import { databaseOf } from '../testing/settings-of-folder.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { runCommand } from './testing/run-command.ts'

const ROWS = 500
const LIMIT_MS = 60_000

test(
  'messages in cold storage are in a backup, closed ones are not, and the command says so',
  async () => {
    await using bucket = await startObjectStore({ accessKey: 'AKIDOFTHETEST', secretKey: 'a-secret-access-key' })
    await using data = await temporaryFolder()
    await using place = await temporaryFolder()
    const env = {
      LOGYARD_COLD_URL: `${bucket.url}/bucket/logs`,
      LOGYARD_COLD_KEYS: 'AKIDOFTHETEST:a-secret-access-key',
    }
    {
      await using server = await startServer({ dataFolder: data.path, env })
      await expect.poll(() => server.output(), { timeout: 20_000 }).toMatch(/"state":"up"/)
      const client = await connectToEngine(data.path)
      const run = (query: string) => client.command({ query })
      for (const index of ['graylog_0', 'graylog_1', 'graylog_2'])
        await run(`INSERT INTO messages (journal_offset, index, day, timestamp, message)
          SELECT number, '${index}', '2026-01-01', '2026-01-01 08:00:00', 'a message' FROM numbers(${ROWS})`)
      await run(`ALTER TABLE messages MODIFY SETTING storage_policy = 'hot_and_cold'`)
      for (const index of ['graylog_0', 'graylog_1'])
        await run(`ALTER TABLE messages MOVE PARTITION ('${index}', '2026-01-01') TO VOLUME 'cold'`)
      await run(`ALTER TABLE messages DETACH PARTITION ('graylog_1', '2026-01-01')`)
      await client.close()
    }
    const objects = bucket.objects.size
    const database = await databaseOf(data.path)
    const settings = database === undefined ? {} : { LOGYARD_POSTGRES_URL: database }
    const withoutPlace = await runCommand('backup', [place.path], { dataFolder: data.path, env: settings })
    expect(withoutPlace).toMatchObject({ code: 1, output: expect.stringContaining('LOGYARD_COLD_URL is not set') })
    const backup = await runCommand('backup', [place.path], { dataFolder: data.path, env: { ...settings, ...env } })
    expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('1,000 messages in 2 indices') })
    expect(backup.output).toContain('Closed indices in cold storage are not in it')
    expect(backup.output).not.toContain('a-secret-access-key')
    expect(bucket.objects.size).toBe(objects)

    await using target = await temporaryFolder()
    const restored = await runCommand('restore', [place.path], { dataFolder: target.path })
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('1,000 messages in 2 indices') })
  },
  LIMIT_MS,
)
