import { allOperations } from '@logyard/contract/operations'
import { Ajv } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import { expect, test } from 'vitest'
import { routeSchema } from './route-schema.ts'

test('every schema of the contract can be compiled; the server compiles each at first use', () => {
  const checks = new Ajv({ strict: false, validateFormats: false })
  let answers = 0
  for (const op of allOperations) {
    const { body, params, querystring, response } = routeSchema(op)
    for (const schema of [body, params, querystring]) {
      if (typeof schema === 'object' && schema !== null) expect(() => checks.compile(schema), op.id).not.toThrow()
    }
    for (const schema of Object.values(response ?? {})) {
      expect(() => fastJsonStringify(schema), op.id).not.toThrow()
      answers += 1
    }
  }
  expect(answers).toBeGreaterThan(100)
})
