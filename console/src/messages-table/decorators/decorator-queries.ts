import {
  type Decorator,
  type DecoratorTypeInfo,
  listDecorators,
  listDecoratorTypes,
} from '@logyard/contract/search/decorators'
import type { Call } from '../../api/api-client.ts'
import { callQuery, pickQuery } from '../../api/call-query.ts'

export const DECORATORS_KEY = ['decorators'] as const

/** The configured decorators of all streams, in the order in which they run. */
export const decoratorsQuery = (call: Call) => ({
  ...pickQuery(call, [...DECORATORS_KEY, 'all'], (all) => all.toSorted((a, b) => a.order - b.order), listDecorators),
  staleTime: 30_000,
})

export const decoratorTypesQuery = (call: Call) => ({
  ...callQuery(call, [...DECORATORS_KEY, 'types'], listDecoratorTypes),
  staleTime: 60_000,
})

/** A short summary of a decorator's configuration. What users select from a list is shown by its title. */
export const decoratorHint = ({ config }: Decorator, type: DecoratorTypeInfo | undefined): string =>
  Object.entries(config)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => {
      const field = type?.requested_configuration[name]
      const text = String(value)
      return `${field?.human_name ?? name}: ${field?.additional_info.values?.[text] ?? text}`
    })
    .join(', ')
