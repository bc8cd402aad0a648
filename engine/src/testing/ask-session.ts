/**
 * Runs statements in a session of the engine under a role, without the checks of `role-check.ts`, to test what the
 * grants alone refuse. Expects a folder and JSON of the role and the statements; prints JSON with the code of each
 * failure.
 */

import { readEngineOptions } from '../engine-options.ts'
import { openSessionPool } from '../session-pool.ts'
import { ROLE_OPTIONS } from './test-roles.ts'

const [folder = '', asked = '{}'] = process.argv.slice(2)
const { role, statements } = JSON.parse(asked)
const pool = await openSessionPool(readEngineOptions(['--socket', 'none', '--data', folder, ...ROLE_OPTIONS]))
const ask = async (statement: string, as: string | undefined): Promise<unknown> => {
  const conditions = { settings: new Map(), params: new Map(), database: 'default', role: as }
  return await pool.control.run(conditions, statement, 'TabSeparated').then(
    () => 0,
    (error: unknown) => Object(error).code,
  )
}
for (const table of ['messages', 'secret']) await ask(`CREATE TABLE ${table} (a UInt8) ORDER BY a`, undefined)
await ask('CREATE DATABASE kept ENGINE = Memory', undefined)
const codes: unknown[] = []
for (const statement of statements) codes.push(await ask(String(statement), role))
process.stdout.write(JSON.stringify(codes), () => process.exit(0))
