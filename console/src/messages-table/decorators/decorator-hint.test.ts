import type { DecoratorTypeInfo } from '@logyard/contract/search/decorators'
import { expect, test } from 'vitest'
import { decoratorHint } from './decorator-queries.ts'

const pipelines: DecoratorTypeInfo = {
  type: 'pipeline',
  name: 'Pipeline Processor Decorator',
  human_name: '',
  link_to_docs: '',
  requested_configuration: {
    pipeline: {
      type: 'dropdown',
      human_name: 'Pipeline',
      description: '',
      default_value: '',
      is_optional: false,
      attributes: [],
      additional_info: { values: { '5f0000000000000000000001': 'Web clean-up' } },
      position: 100,
    },
  },
}
const decorator = { type: 'pipeline', config: { pipeline: '5f0000000000000000000001', other: '' }, stream: null }

test('what users select from a list is shown by its title', () => {
  expect(decoratorHint(decorator, pipelines)).toBe('Pipeline: Web clean-up')
})

test('what is no longer in the list, or of an unknown type, is shown as it is stored', () => {
  expect(decoratorHint({ ...decorator, config: { pipeline: 'gone' } }, pipelines)).toBe('Pipeline: gone')
  expect(decoratorHint(decorator, undefined)).toBe('pipeline: 5f0000000000000000000001')
})
