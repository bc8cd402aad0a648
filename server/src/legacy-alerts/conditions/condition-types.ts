import { alertConditionTypeUnknown } from '../legacy-alert-errors.ts'
import type { ConditionType } from './condition-type.ts'
import { fieldContent } from './field-content.ts'
import { fieldValue } from './field-value.ts'
import { messageCount } from './message-count.ts'

export const conditionTypes: readonly ConditionType[] = [messageCount, fieldValue, fieldContent]

export function getConditionType(type: string): ConditionType {
  const found = conditionTypes.find(({ info }) => info.type === type)
  if (found === undefined) throw alertConditionTypeUnknown(type)
  return found
}
