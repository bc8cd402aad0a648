import { SETTINGS_SERVER } from '../server/src/testing/settings-of-folder.ts'

/** Names the environment variable that makes tests keep settings on PostgreSQL, if it is `postgresql`. */
export const TEST_SETTINGS = 'TEST_SETTINGS'

/** Starts one PostgreSQL for a whole run, if the settings of its tests are to be there. */
export default async function usePostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[TEST_SETTINGS] !== 'postgresql') return undefined
  const { startPostgres } = await import('../server/src/testing/postgres-server.ts')
  const server = await startPostgres({ settings: { max_connections: '500' } })
  process.env[SETTINGS_SERVER] = await server.createDatabase()
  return async () => server[Symbol.asyncDispose]()
}
