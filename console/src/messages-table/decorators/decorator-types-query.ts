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
