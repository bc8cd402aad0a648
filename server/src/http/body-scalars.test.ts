import { byType } from '@logyard/contract/http/by-type'
import { nullable } from '@logyard/contract/http/envelope'
import { anyJson, freeMap, mapOf } from '@logyard/contract/http/open-parts'
import { operation, publicAccess, READS_ONLY } from '@logyard/contract/http/operation'
import { primitiveBoolean, primitiveInt } from '@logyard/contract/http/primitive'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { startHttp } from '../testing/start-http.ts'
import { readScalars } from './body-scalars.ts'
import { serve } from './serve.ts'

const closed = { additionalProperties: false } as const
const pot = Type.Object({ kind: Type.Literal('pot'), litres: primitiveInt(), on: Type.Boolean() }, closed)

const Garden = Type.Object(
  {
    text: Type.Optional(Type.String({ maxLength: 5 })),
    whole: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    number: Type.Optional(Type.Number()),
    flag: Type.Optional(Type.Boolean()),
    wrapped: Type.Optional(nullable(Type.Integer())),
    note: Type.Optional(nullable(Type.String())),
    mode: Type.Optional(Type.Union([Type.Literal('1'), Type.Literal('2')])),
    either: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    isOpen: Type.Optional(primitiveBoolean()),
    count: Type.Optional(primitiveInt({ maximum: 10 })),
    words: Type.Optional(Type.Array(Type.String())),
    byName: Type.Optional(mapOf(Type.Integer())),
    free: Type.Optional(freeMap('Of the test')),
    json: Type.Optional(nullable(anyJson('Of the test'))),
    inside: Type.Optional(nullable(pot)),
    typed: Type.Optional(byType('Typed', { tap: Type.Object({ type: Type.Literal('tap'), flow: Type.Integer() }) })),
    choice: Type.Optional(Type.Union([Type.Object({ a: Type.Integer() }), Type.Object({ b: Type.Boolean() })])),
  },
  closed,
)
const filled = { isOpen: false, count: 0 }

describe('scalars of a body', () => {
  test.each([
    ['numbers as text', { whole: '5', number: '1.5e1' }, { whole: 5, number: 15 }],
    ['with blanks and a sign', { whole: ' +5 ', number: ' -.5' }, { whole: 5, number: -0.5 }],
    ['booleans as text', { flag: 'true', isOpen: 'True' }, { flag: true, isOpen: true }],
    ['booleans as whole numbers', { flag: 1, isOpen: 0 }, { flag: true }],
    ['numbers and booleans for text', { text: 5, note: true }, { text: '5', note: 'true' }],
    ['a number for one of several texts', { mode: 2 }, { mode: '2' }],
    ['nothing, for a wrapper', { wrapped: '', whole: ' ', flag: '' }, { wrapped: null }],
    ['nothing, for a primitive', { isOpen: '', count: '' }, {}],
    ['null, for a wrapper', { wrapped: null, note: null }, { wrapped: null, note: null }],
    ['null, for a primitive', { isOpen: null, count: null }, {}],
    ['in a list', { words: [1, 'b', false] }, { words: ['1', 'b', 'false'] }],
    ['in a map', { byName: { a: '1', b: 2 } }, { byName: { a: 1, b: 2 } }],
    ['left out inside', { inside: { kind: 'pot', on: 'false' } }, { inside: { kind: 'pot', on: false, litres: 0 } }],
    ['by the type', { typed: { type: 'tap', flow: '7' } }, { typed: { type: 'tap', flow: 7 } }],
    ['by what is required', { choice: { b: 'true' } }, { choice: { b: true } }],
  ])('are read %s', (_, body, read) => {
    expect(readScalars(Garden, body)).toEqual({ ...filled, ...read })
  })

  test.each([
    { flag: 'yes' },
    { flag: 1.5 },
    { whole: '5.0' },
    { whole: '0x5' },
    { whole: true },
    { number: 'NaN' },
    { number: '1e999' },
    // JSON has rounded it.
    { text: 2 ** 64 },
    { text: { a: 1 } },
    { text: null },
    { either: true },
    { words: 'a' },
    { free: { a: '5', b: 'true', c: [''] } },
    { json: '5' },
    { json: { a: '' } },
    { typed: { type: 'other', flow: '7' } },
  ])('stay as they are in %o', (body) => {
    expect(readScalars(Garden, structuredClone(body))).toEqual({ ...filled, ...body })
  })

  test('are only set where they were', () => {
    const body = JSON.parse('{"byName":{"__proto__":"1","constructor":"2"}}')
    readScalars(Garden, body)
    expect(JSON.stringify(body)).toBe('{"byName":{"__proto__":1,"constructor":2},"isOpen":false,"count":0}')
    expect(Object.getPrototypeOf(body.byName)).toBe(Object.prototype)
  })

  test.each([
    [{ whole: '5', count: '10' }, 200],
    [{ whole: '11' }, 400],
    [{ count: '11' }, 400],
    [{ text: 123456 }, 400],
    [{ flag: 'yes' }, 400],
    [{ unknown: '5' }, 400],
    [{ inside: { kind: 'pot', on: 'true', other: 1 } }, 400],
  ])('are checked by the schema afterwards: %o', async (body, status) => {
    const plant = operation({
      id: 'garden.plant',
      area: 'garden',
      method: 'POST',
      audit: READS_ONLY,
      path: '/garden',
      summary: 'Sends back what came in',
      access: publicAccess,
      body: Garden,
      answers: { 200: Type.Unknown() },
    })
    await using http = await startHttp((api) => serve(api, plant, ({ body: read }) => read))
    const headers = { 'content-type': 'application/json', 'x-requested-by': 'test' }
    const answer = await fetch(`${http.api}/garden`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).toBe(status)
    if (status === 200) expect(await answer.json()).toEqual({ ...filled, whole: 5, count: 10 })
  })
})
