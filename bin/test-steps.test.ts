import { expect, test } from 'vitest'
import type { Failure } from './test-reports.ts'
import { secondTryOf } from './test-steps.ts'

const reports = { unit: 'unit.json', browser: 'browser.json' }
const failureIn = (runner: Failure['runner'], file: string): Failure => ({ runner, file, title: file, reason: '' })

test('the second try runs the files of failed unit tests once each, and the failed browser tests', () => {
  const failures = [failureIn('unit', 'a.test.ts'), failureIn('unit', 'a.test.ts'), failureIn('browser', 'b.spec.ts')]
  const steps = secondTryOf(failures, reports)
  expect(steps.map(({ title }) => title)).toEqual(['unit, second try', 'browser, second try'])
  expect(steps[0]?.args.filter((arg) => arg.endsWith('.test.ts'))).toEqual(['a.test.ts'])
  expect(steps[1]?.args).toContain('--last-failed')
})

test('nothing is tried again without failures, or after many', () => {
  expect(secondTryOf([], reports)).toEqual([])
  const many = Array.from({ length: 9 }, () => failureIn('unit', 'a.test.ts'))
  expect(secondTryOf(many, reports)).toEqual([])
})
