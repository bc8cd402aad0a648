import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from './testing/start-engine.ts'
import { KEEPER, READER } from './testing/test-roles.ts'

const ASK_SESSION = fileURLToPath(new URL('./testing/ask-session.ts', import.meta.url))

/** The error code of each statement, 0 for success. */
async function codesOf(role: string, statements: readonly string[]): Promise<unknown> {
  await using folder = await temporaryFolder()
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [ASK_SESSION, folder.path, JSON.stringify({ role, statements })])
  return statements.map((sql, at) => [sql, JSON.parse(stdout)[at]])
}

const REFUSED = [
  `SELECT * FROM file('/etc/passwd', 'LineAsString', 'line String')`,
  `SELECT * FROM '/etc/passwd'`,
  `SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString', 'line String')`,
  `SELECT * FROM s3('http://127.0.0.1:1/bucket/a.csv', 'LineAsString', 'line String')`,
  `SELECT * FROM remote('127.0.0.1:1', 'default', 'messages')`,
  `SELECT * FROM remote('127.0.0.1:1', system.users)`,
  `SELECT * FROM mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')`,
  `SELECT * FROM postgresql('127.0.0.1:1', 'a', 'b', 'c', 'd')`,
  `SELECT * FROM filesystem('/etc')`,
  `SELECT * FROM secret`,
  `SELECT * FROM mergeTreeIndex('default', 'secret')`,
  `SELECT * FROM system.users`,
  `INSERT INTO FUNCTION file('a', 'TSV', 'a Int8') SELECT 1`,
  `INSERT INTO messages SELECT 1`,
  `CREATE TABLE mine (a Int8) ENGINE = Memory`,
  `CREATE TABLE kept.files (a String) ENGINE = File(CSV, '/etc/passwd')`,
  `CREATE TABLE kept.files (a String) ENGINE = URL('http://127.0.0.1:1/', CSV)`,
  `CREATE FUNCTION f AS x -> x`,
  `CREATE USER a`,
  `GRANT ALL ON *.* TO default`,
  `DROP TABLE messages`,
  `ALTER TABLE messages DELETE WHERE 1`,
  `SYSTEM FLUSH LOGS`,
]

test.each([{ role: READER }, { role: KEEPER }])(
  'grants alone deny the role $role.name files, URLs and other tables',
  async ({ role }) => {
    expect(await codesOf(role.name, ['SELECT * FROM messages', ...REFUSED])).toEqual([
      ['SELECT * FROM messages', 0],
      ...REFUSED.map((sql) => [sql, 497]),
    ])
  },
)

const PROGRAMS = ['ls', '/bin/ls', '../../bin/ls'].map((name) => `SELECT * FROM executable('${name}', TSV, 'a String')`)
const NO_SUCH_PROGRAM = 1

test('no role can run a program: the folder that `executable` reads from does not exist', async () => {
  expect(await codesOf(READER.name, PROGRAMS)).toEqual(PROGRAMS.map((sql) => [sql, 497]))
  expect(await codesOf(KEEPER.name, PROGRAMS)).toEqual(PROGRAMS.map((sql) => [sql, NO_SUCH_PROGRAM]))
})
