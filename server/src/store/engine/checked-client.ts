import { engineFailure } from './engine-failure.ts'
import type { LimitedUser } from './engine-users.ts'
import { type EngineClient, textOfSql } from './sql-client.ts'
import { checkStatement } from './statement-check.ts'

/** The client of a limited user: a statement that the user may not execute is refused before it is sent. */
export function checkedClient(
  client: EngineClient,
  user: LimitedUser,
  reaching: () => Promise<ReadonlySet<string>>,
): EngineClient {
  async function check(statement: Parameters<typeof textOfSql>[0]): Promise<void> {
    const text = textOfSql(statement)
    const functions = await reaching()
    try {
      checkStatement(text, user, functions)
    } catch (error) {
      throw engineFailure(error)
    }
  }
  return {
    async query(statement) {
      await check(statement.query)
      return await client.query(statement)
    },
    async command(statement) {
      await check(statement.query)
      return await client.command(statement)
    },
    async read(statement) {
      await check(statement.query)
      return await client.read(statement)
    },
    async insert() {
      throw new TypeError('a limited user inserts by statements only')
    },
    close: () => client.close(),
  }
}
