import { expect, test } from 'vitest'
import { identifierFields } from './identifier-fields.ts'

test('identifiers are recognized in every common spelling, those that tie few messages together first', () => {
  const names = ['bytes', 'pod', 'http_host', 'user', 'traceId', 'http.request.id', 'took_ms', 'client_city']
  const others = ['session', 'spanid', 'kubernetes.container.name', 'user_agent', 'http_path', 'host_load', 'device_id']
  expect(identifierFields([...names, ...others])).toEqual([
    'traceId',
    'http.request.id',
    'spanid',
    'session',
    'user',
    'pod',
    'device_id',
    'http_host',
  ])
})
