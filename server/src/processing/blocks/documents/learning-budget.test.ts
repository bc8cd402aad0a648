import { expect, test } from 'vitest'
import { LearningBudget } from './learning-budget.ts'

/** Counts the shapes that may be learned while `documents` pass. */
function shapesDuring(
  budget: LearningBudget,
  documents: number,
  bytesOfShape = 0,
): { taken: number; forgotten: number } {
  let taken = 0
  let forgotten = 0
  for (let at = 0; at < documents; at += 1) {
    budget.pass()
    if (!budget.takeShape(() => (forgotten += 1))) continue
    taken += 1
    budget.retain(bytesOfShape)
  }
  return { taken, forgotten }
}

test('300 shapes are learned at once, then one per 100 documents', () => {
  expect(shapesDuring(new LearningBudget(), 10_000)).toEqual({ taken: 400, forgotten: 0 })
})

test('16 MB are learned, then everything is forgotten at most once in a million documents', () => {
  const budget = new LearningBudget()
  const megabyte = 1024 * 1024
  expect(shapesDuring(budget, 16, megabyte)).toEqual({ taken: 16, forgotten: 0 })
  expect(shapesDuring(budget, 500_000, megabyte)).toEqual({ taken: 16, forgotten: 1 })
  expect(shapesDuring(budget, 500_200, megabyte)).toEqual({ taken: 16, forgotten: 1 })
})
