import { operation, publicAccess } from '@logyard/contract/http/operation'
import { operationUrl } from '@logyard/contract/http/operation-url'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { ApiError, statusText } from './api-error.ts'

const files = operation({
  id: 'files.get',
  area: 'test',
  method: 'GET',
  path: '/files/{owner}/{rest*}',
  summary: '',
  access: publicAccess,
  answers: { 200: Type.String() },
})

test('path parameters are encoded, the rest of a path keeps its slashes, absent query values are left out', () => {
  const url = operationUrl(
    '/logs/api/',
    files,
    { owner: 'a/b c', rest: 'x/y z' },
    { page: 1, query: undefined, tag: ['a', 'b'] },
  )
  expect(url).toBe('/logs/api/files/a%2Fb%20c/x/y%20z?page=1&tag=a&tag=b')
})

test('a missing path parameter is a programming error', () => {
  expect(() => operationUrl('/api/', files, { owner: 'a' }, {})).toThrow(
    '/files/{owner}/{rest*} was called without rest',
  )
})

test.each([
  { status: 400, body: { message: 'Role x already exists.' }, text: 'Role x already exists. - Bad Request' },
  { status: 500, body: { message: 'boom' }, text: 'boom - Internal Server Error' },
  { status: 500, body: { message: '' }, text: 'Internal Server Error' },
  { status: 403, body: { message: 'Not authorized' }, text: 'Forbidden' },
  { status: 400, body: 'plain words', text: 'Bad Request' },
  { status: 418, body: null, text: 'HTTP 418' },
])('a response $status with $body reads "$text" in a toast', ({ status, body, text }) => {
  expect(statusText(new ApiError({ status, body, method: 'GET', url: '/' }))).toBe(text)
})

test('the code of an error is the type of its body, else its status', () => {
  const error = (body: unknown) => new ApiError({ status: 400, body, method: 'GET', url: '/' })
  expect(error({ type: 'ValidationApiError', message: 'x' }).code).toBe('ValidationApiError')
  expect(error(null).code).toBe('http-400')
})
