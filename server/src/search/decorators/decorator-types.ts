/** The list of all decorator types. */
import type { Caller } from '../../http/caller.ts'
import { type DecoratorType, plainDecorator } from './decorator-type.ts'
import { formatString } from './format-string.ts'
import { linkField } from './link-field.ts'
import { syslogSeverityMapper } from './syslog-severity-mapper.ts'

export type DecoratorTypes = ReturnType<typeof createDecoratorTypes>

/** `others` are types that depend on other areas. */
export function createDecoratorTypes(others: readonly DecoratorType[]) {
  const all = [...[syslogSeverityMapper, formatString, linkField].map(plainDecorator), ...others]
  const byType = new Map(all.map((one) => [one.type, one]))
  return {
    find: (type: string) => byType.get(type),
    /** The decorators that this caller can configure, by type. */
    async list(caller: Caller) {
      const infos = all.map(async ({ type, name, configuration }) => {
        const requested_configuration = await configuration(caller)
        return [type, { type, name, human_name: name, link_to_docs: '', requested_configuration }] as const
      })
      return Object.fromEntries(await Promise.all(infos))
    },
  }
}
