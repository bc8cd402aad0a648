import { type Decorator, type DecoratorTypeInfo, listDecoratorTypes } from '@logyard/contract/search/decorators'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'

export type DecoratorTypes = Readonly<Record<string, DecoratorTypeInfo>>

export const decoratorTypesQuery = (call: Call) =>
  queryOptions({
    queryKey: ['decorators', 'types'],
    queryFn: ({ signal }): Promise<DecoratorTypes> => call(listDecoratorTypes, { signal }),
    staleTime: 60_000,
  })

/** A short summary of a decorator's configuration. */
export const decoratorHint = ({ config }: Decorator): string =>
  Object.entries(config)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ')
