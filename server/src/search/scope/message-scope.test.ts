import { parseQuery } from '@logyard/languages/query/parse-query'
import { NO_FIELD_COLUMNS } from '@logyard/languages/query-sql/field-columns'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { ScopedSql, sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import type { Caller } from '../../http/caller.ts'
import { notAuthorized } from '../../platform/errors.ts'
import { createStreamAccess, type ReadableStreams } from '../../streams/stream-access.ts'
import { compileScope, EVER, messagesIn } from './message-scope.ts'

const [A, B, C] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)] as const
const schema: FieldSchema = {
  names: () => [],
  mayBeLong: () => false,
  types: () => [],
  otherAnalyses: [],
  columns: NO_FIELD_COLUMNS,
  table: sql`messages`,
}
const access = createStreamAccess({ list: async () => [{ id: A }, { id: B }, { id: C }] })

/** A caller with exactly these permissions. */
function callerWith(...permissions: readonly string[]): Caller {
  const holds = (permission: string) => permissions.includes(permission)
  return {
    userId: 'u',
    username: 'viewer',
    holds,
    require(permission) {
      if (!holds(permission)) throw notAuthorized(permission)
    },
  }
}
const viewer = callerWith(`streams:read:${A}`, `streams:read:${B}`)
const textOf = (streams: ReadableStreams) => messagesIn({ streams, range: EVER, conditions: [] }, schema, 0).text

const DAY_MS = 86_400_000

test('a scope reads exactly the streams that the caller may read', async () => {
  expect(textOf(access.require(viewer, [A]))).toMatch(new RegExp(`AND multiSearchAny\\(stream_ids, \\['${A}'\\]\\)$`))
  expect(textOf(await access.choose(viewer, []))).toContain(`['${A}', '${B}']`)
  expect(textOf(access.among(viewer, [B, C]))).toContain(`['${B}']`)
  expect(() => access.require(viewer, [A, C])).toThrow(`not allowed to read: ${C}`)
  expect(access.everything(viewer)).toBeUndefined()
  expect(() => access.outsideIndices(viewer, 'searches:relative', [])).toThrow()
  expect(textOf(access.outsideIndices(callerWith('searches:relative'), 'searches:relative', ['e_0']))).toContain(
    "`index` NOT IN ('e_0')",
  )
})

test.each(['', ' ', 'a', A.slice(1), A.toUpperCase(), `${A} `, `${A}' OR '`])(
  'no message is in the stream %j, even if the caller may read everything',
  (id) => {
    const everybody: Caller = { ...viewer, holds: () => true }
    expect(textOf(access.require(everybody, [id]))).toMatch(/ AND 0$/)
    expect(textOf(access.require(everybody, [id, A]))).toMatch(new RegExp(`\\['${A}'\\]\\)$`))
  },
)

test('streams that were not created by the permission check are refused', () => {
  // @ts-expect-error not created by the check
  expect(() => textOf([A])).toThrow(TypeError)
  // @ts-expect-error not created by the check
  expect(() => textOf({ choice: [''] })).toThrow('"" is not a stream id')
  // @ts-expect-error not created by the check
  expect(() => textOf({ choice: [A.slice(1)] })).toThrow('is not a stream id')
})

test('different streams give different map keys', () => {
  expect(JSON.stringify([access.require(viewer, [A])])).not.toBe(JSON.stringify([access.require(viewer, [B])]))
})

test('parts of a scope share its conditions, which are compiled once', () => {
  let reads = 0
  const counting: FieldSchema = {
    ...schema,
    types() {
      reads += 1
      return ['String']
    },
  }
  const parsed = parseQuery('user:ada', { allowLeadingWildcard: false })
  if (!parsed.ok) throw new Error('the query is valid')
  const scope = { streams: access.require(viewer, [A]), range: EVER, conditions: [parsed.tree] }
  const from = compileScope(scope, counting, 0)
  expect(reads).toBe(0)
  const whole = from().text
  const readsOfOne = reads
  expect(readsOfOne).toBeGreaterThan(0)
  const [start, end] = [
    from({ fromMs: DAY_MS, toMs: DAY_MS + 1 }),
    from({ fromMs: DAY_MS + 2, toMs: DAY_MS + 3 }, sql`c`),
  ].map(({ text }) => text)
  expect(reads).toBe(readsOfOne)
  expect(start).toContain('fromUnixTimestamp64Milli(86400001,')
  expect(end).toContain('fromUnixTimestamp64Milli(86400003,')
  const condition = whole.slice(whole.indexOf('multiSearchAny'))
  expect(start?.endsWith(condition)).toBe(true)
  expect(end?.endsWith(`${condition} AND (c)`)).toBe(true)
})

test('further conditions cannot widen the scope', () => {
  const scope = { streams: access.require(viewer, [A]), range: EVER, conditions: [] }
  const from = messagesIn(scope, schema, 0, [sql`a = 1 OR b = 2`, sql`c`])
  expect(from).toBeInstanceOf(ScopedSql)
  expect(from.text).toMatch(/ AND \(a = 1 OR b = 2\) AND \(c\)$/)
})
