import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { apiFieldErrors } from './api-field-errors.ts'

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
