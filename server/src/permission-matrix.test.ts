/**
 * Who may do what: each operation, called by a stranger, a user without a role, one user for each built-in role, an
 * owner and the administrator, on entities of somebody else. `permission-matrix.txt` is the reviewed answer, one line for
 * each operation. After a change, `MATRIX_WRITE=1` writes the file again: review its difference before you commit it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperationSpec } from '@logyard/contract/http/operation'
import { allOperations } from '@logyard/contract/operations'
import { afterAll, expect, test } from 'vitest'
import { type AdminCalls, adminCalls } from './testing/attack/admin-calls.ts'
import { type AttackedWorld, startAttackedWorld } from './testing/attack/attacked-world.ts'
import { askVerdict, isDecidedLater, type Verdict } from './testing/matrix/matrix-call.ts'
import { type MatrixCaller, makeMatrixCallers } from './testing/matrix/matrix-callers.ts'

const FILE = join(import.meta.dirname, 'permission-matrix.txt')
const PATIENCE_MS = 400_000
/** Calls at a time that change nothing. */
const AT_ONCE = 4

let world: AttackedWorld
let callers: readonly MatrixCaller[]
afterAll(() => world?.[Symbol.asyncDispose]())

const ORDER = ['GET', 'POST', 'PUT', 'DELETE']

async function rowOf(op: OperationSpec): Promise<string> {
  const verdicts: Verdict[] = []
  for (const caller of callers) verdicts.push(await askVerdict(world, op, caller))
  return `${op.id} ${verdicts.join('')}`
}

async function readMatrix(): Promise<readonly string[]> {
  const rows: string[] = []
  const waiting = allOperations.filter((op) => !isDecidedLater(op))
  const work = async () => {
    for (let op = waiting.shift(); op !== undefined; op = waiting.shift()) rows.push(await rowOf(op))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const changing = allOperations.filter(isDecidedLater)
  for (const method of ORDER) for (const op of changing) if (op.method === method) rows.push(await rowOf(op))
  return rows.toSorted()
}

const legend = () => [
  '# Who may do what. u: not signed in, -: refused, h: hidden as if it did not exist, +: allowed, ?: see the tests of the area.',
  '# Allowed operations still show and change only what the caller may see and change.',
  ...callers.map(({ name }, place) => `# ${place + 1}: ${name}`),
]

/** The node stores its status ten seconds after its start. Until then the operation answers that there is none. */
const storedStatus = async ({ ask }: AdminCalls) => (await ask('GET', '/system/processing/status/persisted')).status

test('every operation is allowed to exactly those callers who may use it', { timeout: PATIENCE_MS }, async () => {
  world = await startAttackedWorld()
  const calls = adminCalls(world.receiver.url)
  callers = await makeMatrixCallers(world, calls)
  await expect.poll(() => storedStatus(calls), { interval: 250 }).toBe(200)
  const lines = [...legend(), ...(await readMatrix())]
  if (process.env['MATRIX_WRITE'] === '1') writeFileSync(FILE, `${lines.join('\n')}\n`)
  const reviewed = readFileSync(FILE, 'utf8').trimEnd().split('\n')
  const surprises = lines.filter((line) => !reviewed.includes(line))
  const gone = reviewed.filter((line) => !lines.includes(line))
  expect({ surprises, gone }).toEqual({ surprises: [], gone: [] })
})
