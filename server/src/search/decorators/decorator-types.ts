/** The list of all decorator types. */
import type { DecoratorTypeInfo } from '@logyard/contract/search/decorators'
import type { DecoratorType } from './decorator-type.ts'
import { formatString } from './format-string.ts'
import { linkField } from './link-field.ts'
import { syslogSeverityMapper } from './syslog-severity-mapper.ts'

const TYPES: readonly DecoratorType[] = [syslogSeverityMapper, formatString, linkField]

export const findDecoratorType = (type: string): DecoratorType | undefined => TYPES.find((known) => known.type === type)

export function listDecoratorTypes(): Record<string, DecoratorTypeInfo> {
  return Object.fromEntries(
    TYPES.map(({ type, name, configuration }) => [
      type,
      { type, name, human_name: name, link_to_docs: '', requested_configuration: configuration },
    ]),
  )
}
