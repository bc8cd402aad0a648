/** The list of all decorator types. */
import type { DecoratorTypeInfo } from '@logyard/contract/search/decorators'
import type { Caller } from '../../http/caller.ts'
import { type DecoratorType, plainDecorator } from './decorator-type.ts'
import { formatString } from './format-string.ts'
import { linkField } from './link-field.ts'
import { syslogSeverityMapper } from './syslog-severity-mapper.ts'

export interface DecoratorTypes {
  find(type: string): DecoratorType | undefined
  /** What this caller can configure, by type. */
  list(caller: Caller): Promise<Record<string, DecoratorTypeInfo>>
}

/** `others` are types that depend on other areas. */
export function createDecoratorTypes(others: readonly DecoratorType[]): DecoratorTypes {
  const all = [...[syslogSeverityMapper, formatString, linkField].map(plainDecorator), ...others]
  const byType = new Map(all.map((one) => [one.type, one]))
  return {
    find: (type) => byType.get(type),
    async list(caller) {
      const infos = all.map(async ({ type, name, configuration }) => {
        const requested_configuration = await configuration(caller)
        return [type, { type, name, human_name: name, link_to_docs: '', requested_configuration }] as const
      })
      return Object.fromEntries(await Promise.all(infos))
    },
  }
}
