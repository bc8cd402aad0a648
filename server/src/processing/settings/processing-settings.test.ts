import { expect, test } from 'vitest'
import { testSettings } from '../../testing/processing-settings.ts'
import { changedSections, isComplete, withUnchanged } from './processing-settings.ts'

test.each(Object.keys(testSettings()))('a change of %s alone reaches the workers', (name) => {
  const before = testSettings()
  const equal = withUnchanged(before, testSettings())
  expect(changedSections(before, equal)).toBeUndefined()
  const after = { ...before, [name]: {} }
  expect(changedSections(before, after)).toEqual({ [name]: {} })
  expect(isComplete(after)).toBe(true)
  expect(isComplete({ ...before, [name]: undefined })).toBe(false)
})
