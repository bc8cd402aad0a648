import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileRule } from '@logyard/languages/rules/compile-rule'
import { RESERVED_WORDS } from '@logyard/languages/rules/grammar/rule-words'
import { parsePipeline } from '@logyard/languages/rules/parse-pipeline'
import { expect, test } from 'vitest'
import { ruleFunctions } from './rule-functions.ts'
import { createTestRun } from './testing/test-run.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'rules.md'), 'utf8')
const [rule = '', pipeline = ''] = Array.from(page.matchAll(/```\n(.*?)```/gs), ([, source = '']) => source)

test('the rule of docs/rules.md runs', () => {
  const functions = new Map(ruleFunctions.map((definition) => [definition.name, definition]))
  const run = createTestRun({ status: '503', service: 'Shop' })
  const compiled = compileRule(rule, { functions, tools: run.tools })
  if (!compiled.ok) throw new Error(compiled.errors.map(({ reason }) => reason).join('\n'))
  expect(compiled.rule.matches(run)).toBe(true)
  compiled.rule.execute(run)
  expect(run.message.field('alert')).toBe('shop fails')
})

test('the pipeline of docs/rules.md has its stages', () => {
  expect(parsePipeline(pipeline)).toMatchObject({ ok: true, pipeline: { stages: [{ stage: 0 }, { stage: 10 }] } })
})

test('docs/rules.md names the reserved words', () => {
  const [, words = ''] = /The words `([^`]*)` are reserved/.exec(page) ?? []
  expect(words.split(' ').toSorted()).toEqual(RESERVED_WORDS.toSorted())
})
