import { expect, test } from 'vitest'
import { applyFix } from '../query/query-fix.ts'
import { compileFormula } from './formula.ts'

test.each([
  ['A / B * 100', [1, 4], 25],
  ['A / B', [1, 0], null],
  ['A - B', [1, null], null],
  ['coalesce(A, 0) - coalesce(B, 0)', [null, 2], -2],
  ['if(A > B, A, -B)', [1, 2], -2],
  ['round(A / 3, 2)', [1, 0], 0.33],
  ['sqrt(-1) + A', [1, 1], null],
  ['1e308 * 10 * A', [1, 1], null],
])('%s of %j is %j', (text, figures, expected) => {
  const compiled = compileFormula(text, ['A', 'B'])
  expect(compiled.ok && compiled.run(figures)).toBe(expected)
})

test.each([
  ['A / C', 'There is no metric C: there are A and B.', 4, 5, undefined],
  ['a / B', 'There is no metric a: there are A and B.', 0, 1, 'A / B'],
  ['A B', 'A formula ends here: between two values belongs an operator.', 2, 3, undefined],
  ['A | top 3 B', 'A formula ends here: between two values belongs an operator.', 2, 3, undefined],
  ['(A + B', 'A bracket ( is never closed.', 6, 6, '(A + B)'],
  ['', 'Here belongs a value: a field, a number, a text in quotes or a function.', 0, 0, undefined],
  ['A > B', 'This is true or false, but a formula is a number.', 0, 5, undefined],
  ['rond(A)', 'There is no function rond. Did you mean round?', 0, 4, 'round(A)'],
  ['sum(A)', 'sum is about several rows, and belongs to stats or timechart.', 0, 3, undefined],
  [
    'length(text(A))',
    'length is no function of formulas: they have if, coalesce, exists, abs, floor, ceil, round and sqrt.',
    ...[0, 6, undefined],
  ],
  ['A + "x"', 'This is a text, but + calculates with numbers.', 4, 7, undefined],
] as const)('%s is refused with its place and a fix', (text, message, from, to, fixed) => {
  const compiled = compileFormula(text, ['A', 'B'])
  if (compiled.ok) throw new Error('it was accepted')
  expect(compiled.error).toMatchObject({ message, from, to })
  expect(compiled.error.fix && applyFix(text, compiled.error.fix)).toBe(fixed)
})

test('long and deep formulas are refused, not run', () => {
  expect(compileFormula(`A${' + A'.repeat(200)}`, ['A']).ok).toBe(false)
  expect(compileFormula(`${'('.repeat(200)}A${')'.repeat(200)}`, ['A']).ok).toBe(false)
})
