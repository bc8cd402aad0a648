import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { ScopedSql, sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import type { Caller } from '../../http/caller.ts'
import { notAuthorized } from '../../platform/errors.ts'
import { createStreamAccess, type ReadableStreams } from '../../streams/stream-access.ts'
import { EVER, messagesIn } from './message-scope.ts'

const [A, B, C] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)] as const
const schema: FieldSchema = { names: () => [], types: () => [], otherAnalyses: [] }
const access = createStreamAccess({ list: async () => [{ id: A }, { id: B }, { id: C }] })

/** May do what the permissions say, word for word. */
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

test('what a caller may read is what a scope reads', async () => {
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
  'no message is in the stream %j, not even for those who may read everything',
  (id) => {
    const everybody: Caller = { ...viewer, holds: () => true }
    expect(textOf(access.require(everybody, [id]))).toMatch(/ AND 0$/)
    expect(textOf(access.require(everybody, [id, A]))).toMatch(new RegExp(`\\['${A}'\\]\\)$`))
  },
)

test('streams that were not made by the check make no scope', () => {
  // @ts-expect-error not made by the check
  expect(() => textOf([A])).toThrow(TypeError)
  // @ts-expect-error not made by the check
  expect(() => textOf({ choice: [''] })).toThrow('"" is no id of a stream')
  // @ts-expect-error not made by the check
  expect(() => textOf({ choice: [A.slice(1)] })).toThrow('is no id of a stream')
})

test('different streams are different keys', () => {
  expect(JSON.stringify([access.require(viewer, [A])])).not.toBe(JSON.stringify([access.require(viewer, [B])]))
})

test('further conditions cannot widen the scope', () => {
  const scope = { streams: access.require(viewer, [A]), range: EVER, conditions: [] }
  const from = messagesIn(scope, schema, 0, [sql`a = 1 OR b = 2`, sql`c`])
  expect(from).toBeInstanceOf(ScopedSql)
  expect(from.text).toMatch(/ AND \(a = 1 OR b = 2\) AND \(c\)$/)
})
