import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { expect, test } from 'vitest'
import { pathText, valueLeaves } from '../../model/value-leaves.ts'
import { appliedIn, freeLeaves, parametersFor, renamed, usesOf, withParameters } from './applied-parameters.ts'

const string = (value: string) => ({ '@type': 'string', '@value': value })
const parameter = (name: string) => ({ '@type': 'parameter', '@value': name })

const stream: PackEntity = {
  v: '1',
  id: 'e1',
  type: { name: 'stream', version: '1' },
  data: {
    title: string('Web'),
    description: parameter('ABOUT'),
    plain: 'no value',
    stream_rules: [{ type: string('EXACT'), value: string('web1') }],
    configuration: { 'a.b': { '@type': 'LONG', '@value': 5 }, other: { '@type': 'string', '@value': 'x', more: 1 } },
  },
}
const host = { name: 'HOST', title: 'Host', description: 'd', type: 'string' } as const
const port = { name: 'PORT', title: 'Port', description: 'd', type: 'integer' } as const

test('config keys are the paths of the typed values; an object with further keys is not a value', () => {
  expect(valueLeaves(stream.data).map(({ path, type }) => [pathText(path), type])).toEqual([
    ['title', 'string'],
    ['description', 'parameter'],
    ['stream_rules.0.type', 'string'],
    ['stream_rules.0.value', 'string'],
    ['configuration.a.b', 'long'],
  ])
})

test('an applied parameter replaces the value at its place, and only there', () => {
  const applied = [{ path: ['stream_rules', '0', 'value'], parameter: 'HOST', isFixed: false }]
  expect(withParameters(stream, applied)).toEqual({
    ...stream,
    data: {
      ...(stream.data as object),
      stream_rules: [{ type: string('EXACT'), value: parameter('HOST') }],
    },
  })
  expect(stream.data).toMatchObject({ stream_rules: [{ value: string('web1') }] })
})

test('keys with dots are told apart from nested ones', () => {
  const applied = [{ path: ['configuration', 'a.b'], parameter: 'PORT', isFixed: false }]
  expect(withParameters(stream, applied).data).toMatchObject({ configuration: { 'a.b': parameter('PORT') } })
})

test('places that have a parameter cannot be chosen again; those of the revision are fixed', () => {
  const applied = appliedIn(stream)
  expect(applied).toEqual([{ path: ['description'], parameter: 'ABOUT', isFixed: true }])
  expect(freeLeaves(stream, applied).map(({ path }) => pathText(path))).not.toContain('description')
})

test('a rename follows to every place, those of the revision included', () => {
  const all = { e1: [...appliedIn(stream), { path: ['title'], parameter: 'HOST', isFixed: false }] }
  const after = renamed(renamed(all, 'ABOUT', 'WHY'), 'HOST', 'SOURCE')
  expect(withParameters(stream, after['e1']).data).toMatchObject({
    title: parameter('SOURCE'),
    description: parameter('WHY'),
  })
  expect(usesOf('SOURCE', [stream], after)).toBe(1)
  expect(usesOf('SOURCE', [], after)).toBe(0)
})

test.each([
  { type: 'string', names: ['HOST'] },
  { type: 'integer', names: ['PORT'] },
  { type: 'boolean', names: [] },
  { type: 'long', names: ['HOST', 'PORT'] },
])('a place of type $type takes the parameters $names', ({ type, names }) => {
  const leaf = { path: ['x'], type, value: 1 }
  expect(parametersFor(leaf, [host, port]).map(({ name }) => name)).toEqual(names)
})
