import { expect, test } from 'vitest'
import { addRuleToStage } from './add-rule-to-stage.ts'
import { parsePipeline } from './parse-pipeline.ts'

const stagesOf = (source = '') => {
  const parsed = parsePipeline(source)
  return parsed.ok && parsed.pipeline.stages
}

test('a rule becomes the last one of its stage, and comments stay', () => {
  const source = 'pipeline "p"\nstage 0 match all\n  rule "a" // first\nstage -1 match pass\nend'
  expect(addRuleToStage(source, 0, 'say "b"')).toBe(
    'pipeline "p"\nstage 0 match all\n  rule "a" // first\nrule "say \\"b\\""\nstage -1 match pass\nend',
  )
  expect(stagesOf(addRuleToStage(source, -1, 'b'))).toEqual([
    { stage: -1, match: 'pass', rules: ['b'] },
    { stage: 0, match: 'all', rules: ['a'] },
  ])
})

test('a missing stage is added, and a rule is named once', () => {
  const source = 'pipeline "p" stage 3 match either rule "a" end'
  expect(stagesOf(addRuleToStage(source, 1, 'a'))).toEqual([
    { stage: 1, match: 'either', rules: ['a'] },
    { stage: 3, match: 'either', rules: ['a'] },
  ])
  expect(addRuleToStage(source, 3, 'a')).toBe(source)
})

test('only the first stage of a number runs, and a source that does not parse stays', () => {
  const source = 'pipeline "p" stage 1 match all stage 1 match all rule "x" end'
  expect(stagesOf(addRuleToStage(source, 1, 'a'))).toEqual([{ stage: 1, match: 'all', rules: ['a'] }])
  expect(addRuleToStage('pipeline "p" stage', 1, 'a')).toBeUndefined()
})
