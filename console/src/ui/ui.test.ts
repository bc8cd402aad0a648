import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { apiFieldErrors } from './form/api-field-errors.ts'
import { splitDuration } from './time/duration.ts'
import { instantMs, relativeParts } from './time/relative-time.tsx'

test.each([
  { ms: 1_000, amount: 1, unit: 'seconds' },
  { ms: 5_400_000, amount: 90, unit: 'minutes' },
  { ms: 28_800_000, amount: 8, unit: 'hours' },
  { ms: 172_800_000, amount: 2, unit: 'days' },
  { ms: 1_500, amount: 1, unit: 'seconds' },
])('$ms ms is shown as $amount $unit', ({ ms, amount, unit }) => {
  expect(splitDuration(ms)).toEqual({ amount, unit })
})

test.each([
  { ago: 0, value: 0, unit: 'second' },
  { ago: 59_000, value: -59, unit: 'second' },
  { ago: 3_700_000, value: -1, unit: 'hour' },
  { ago: 90_000_000, value: -1, unit: 'day' },
  { ago: -120_000, value: 2, unit: 'minute' },
])('an instant $ago ms ago is $value $unit', ({ ago, value, unit }) => {
  expect(relativeParts(1_800_000_000_000 - ago, 1_800_000_000_000)).toEqual({ value, unit })
})

test('both written forms of an instant are the same instant', () => {
  expect(instantMs('2020-11-03T09:12:33.123+0000')).toBe(instantMs('2020-11-03T09:12:33.123Z'))
})

test.each([
  {
    body: {
      type: 'ValidationApiError',
      message: 'Validation failed!',
      validation_errors: { username: [{ error: 'too long' }] },
    },
    errors: { username: 'too long' },
  },
  { body: { failed: true, errors: { title: ['empty', 'bad'] }, error_context: {} }, errors: { title: 'empty bad' } },
  {
    body: [{ message: 'may not be null', message_template: '', path: 'create.arg0.title', invalid_value: null }],
    errors: { title: 'may not be null' },
  },
  { body: { type: 'ApiError', message: 'no' }, errors: undefined },
])('field errors are read from $body', ({ body, errors }) => {
  expect(apiFieldErrors(new ApiError({ status: 400, body, method: 'POST', url: '/' }))).toEqual(errors)
})
