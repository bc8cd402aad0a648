import { expect, test } from 'vitest'
import { serverAddress } from './connection.ts'

test.each([
  ['https://logs.example.com', 'https://logs.example.com/'],
  ['logs.example.com', 'https://logs.example.com/'],
  ['localhost:9000', 'http://localhost:9000/'],
  ['http://10.0.0.1:9000/logs/', 'http://10.0.0.1:9000/logs/'],
  ['https://logs.example.com/logs/api', 'https://logs.example.com/logs/'],
  ['https://logs.example.com/api/', 'https://logs.example.com/'],
])('%s is the server %s', (text, address) => {
  expect(serverAddress(text)).toBe(address)
})

test.each(['', 'ftp://logs.example.com', 'https://ada:secret@logs.example.com', 'http://'])('%s is refused', (text) => {
  expect(() => serverAddress(text)).toThrow()
})
