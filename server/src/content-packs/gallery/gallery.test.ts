import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isRecord } from '../../entities/codecs/codec.ts'
import { parsePipelines, parseRules } from '../../pipelines/sources/parse-tasks.ts'
import { readGallery } from './gallery.ts'
import { samplesOf } from './testing/pack-samples.ts'
import { changesBy, decodeSample, pipelinesOf, sourcesOf } from './testing/run-samples.ts'

const gallery = await readGallery()

test('every rule and pipeline parses, and no title occurs twice', () => {
  const sources = gallery.flatMap((entry) => sourcesOf(entry, 'pipeline_rule'))
  const rules = parseRules({ sources, grokPatterns: new Map() })
  expect(rules.flatMap(({ errors }) => errors ?? [])).toEqual([])
  const pipelines = parsePipelines(gallery.flatMap((entry) => sourcesOf(entry, 'pipeline')))
  expect(pipelines.flatMap(({ errors }) => errors ?? [])).toEqual([])
  const titles = [...rules, ...pipelines].map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})

describe('with all packs at once, the fields of', () => {
  const { evaluator } = pipelinesOf(gallery)

  test.each(gallery.map(({ name }) => name))('%s are those of its own pack', (name) => {
    const samples = samplesOf(name)
    expect(samples.length).toBeGreaterThan(2)
    const found = samples.map(({ sent }) => ({ sent, fields: changesBy(evaluator.run, decodeSample(name, { sent })) }))
    expect(found).toEqual(samples)
    for (const { fields } of samples) expect(fields).toMatchObject({ log_source: name })
  })
})

test('every field that a pack sets has a row in the table of fields', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/gallery.md'), 'utf8')
  const rows = page
    .slice(page.indexOf('## Fields'))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const described = new Set(rows.flatMap((row) => row.split('|')[1]?.match(/\w+/g) ?? []))
  // Fields that the pack for FortiGate does not rename keep the names of FortiOS.
  const ofFortiOs = ['action', 'date', 'devid', 'devname', 'logver', 'msg', 'proto', 'time', 'vd']
  const set = gallery.flatMap(({ name }) => samplesOf(name).flatMap(({ fields }) => Object.keys(fields)))
  const unknown = new Set(set).difference(described).difference(new Set(['timestamp', ...ofFortiOs]))
  expect([...unknown]).toEqual([])
  const named = page.split('\n').flatMap((line) => /^\| `([\w-]+)` \| .* \| .* \| .*\|$/.exec(line)?.[1] ?? [])
  expect(named).toEqual(expect.arrayContaining(gallery.map(({ name }) => name)))
})

test('a pack that has changed has a new revision', () => {
  const known = JSON.parse(readFileSync(join(import.meta.dirname, 'gallery-revisions.json'), 'utf8'))
  const now = gallery.map(({ name, pack }) => {
    const hash = createHash('sha256').update(JSON.stringify(pack, inOrderOfNames)).digest('hex')
    return [name, { rev: pack.rev, hash: hash.slice(0, 16) }]
  })
  expect(Object.fromEntries(now), 'raise `rev` of the pack, then write its hash to gallery-revisions.json').toEqual(
    known,
  )
})

/** The order of properties means nothing. */
const inOrderOfNames = (_name: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value
