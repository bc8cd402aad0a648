import type { AlertCondition } from '@logyard/contract/legacy-alerts/alert-conditions'
import { useText } from '../../../base/text/text.tsx'

type Summarised = Pick<AlertCondition, 'type' | 'parameters'>

/** A condition in one sentence, and its settings; `undefined` for an unknown type. */
export function useConditionSummary(): (condition: Summarised) => string | undefined {
  const t = useText()
  return ({ type, parameters }) => {
    const condition = conditionText(type, parameters)
    if (condition === undefined) return undefined
    const settings = t('legacyAlerts.summary.settings', {
      grace: numberOf(parameters['grace']),
      backlog: numberOf(parameters['backlog']),
      repeats: String(parameters['repeat_notifications'] === true),
    })
    return `${condition} ${settings}`
  }

  function conditionText(type: string, parameters: Summarised['parameters']): string | undefined {
    const values = {
      field: textOf(parameters['field']),
      value: textOf(parameters['value']),
      aggregation: textOf(parameters['type']),
      direction: textOf(parameters['threshold_type']),
      threshold: numberOf(parameters['threshold']),
      time: numberOf(parameters['time']),
    }
    switch (type) {
      case 'message_count':
        return t('legacyAlerts.summary.message_count', values)
      case 'field_value':
        return t('legacyAlerts.summary.field_value', values)
      case 'field_content_value':
        return t('legacyAlerts.summary.field_content_value', values)
      default:
        return undefined
    }
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
