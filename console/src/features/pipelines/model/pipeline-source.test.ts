import { writeLiteral } from '@logyard/languages/rules/syntax/write-literal'
import { expect, test } from 'vitest'
import { nextStageNumber, pipelineSource, stageNumbers } from './pipeline-source.ts'
import { fieldName } from './source-text.ts'

test('a source lists its stages by number and their rules in order', () => {
  const stages = [
    { stage: 10, match: 'pass', rules: [] },
    { stage: -1, match: 'all', rules: ['b', 'a "quoted"'] },
  ] as const
  expect(pipelineSource('Shop \\ "web"', stages)).toBe(
    [
      'pipeline "Shop \\\\ \\"web\\""',
      'stage -1 match all',
      'rule "b"',
      'rule "a \\"quoted\\""',
      'stage 10 match pass',
      'end',
    ].join('\n'),
  )
})

test('a new pipeline has one empty stage', () => {
  expect(pipelineSource('a', [{ stage: 0, match: 'either', rules: [] }])).toBe(
    'pipeline "a"\nstage 0 match either\nend',
  )
})

test('a new stage follows the highest one', () => {
  expect(nextStageNumber([])).toBe(0)
  expect(nextStageNumber([{ stage: -3 }, { stage: -7 }])).toBe(-2)
})

test('the time line has the stages of all pipelines', () => {
  expect(stageNumbers([{ stages: [{ stage: 5 }] }, { stages: [{ stage: 0 }, { stage: 5 }, { stage: 10 }] }])).toEqual([
    0, 5, 10,
  ])
})

test.each([
  ['a\nb', '"a\\nb"'],
  ['\u0001', '"\\u0001"'],
  ['C:\\temp', '"C:\\\\temp"'],
])('the literal of %j is %s', (text, source) => {
  expect(writeLiteral(text)).toBe(source)
})

test.each([
  ['took_ms', 'took_ms'],
  ['http-status', '`http-status`'],
  ['Match', '`Match`'],
  ['1st', '`1st`'],
  ['a`b', '"a`b"'],
])('the field %s is written %s', (name, source) => {
  expect(fieldName(name)).toBe(source)
})
