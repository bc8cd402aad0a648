import { Type } from 'typebox'
import { choiceField, commonFields, thresholdField, timeField } from './common-fields.ts'
import { commonProperties, conditionType, graceText, lastMinutes, minutes, wholeThreshold } from './condition-type.ts'

const COMPARISONS = { MORE: 'more than', LESS: 'less than' } as const

export const messageCount = conditionType({
  info: {
    type: 'message_count',
    name: 'Message Count Alert Condition',
    human_name: 'Triggers when the number of messages in a time range is above or below a threshold',
    requested_configuration: {
      time: timeField,
      threshold_type: choiceField(
        'Threshold Type',
        'The side of the threshold on which a number triggers an alert',
        'MORE',
        COMPARISONS,
      ),
      threshold: thresholdField,
      ...commonFields,
    },
    link_to_docs: '',
  },
  schema: Type.Object({
    time: minutes,
    threshold_type: Type.Enum(['MORE', 'LESS']),
    threshold: wholeThreshold,
    ...commonProperties,
  }),
  upperCase: ['threshold_type'],
  range: lastMinutes,
  async check(parameters, { measures, selection, options }) {
    const { time, threshold, threshold_type } = parameters
    const count = await measures.count(selection, options)
    const isMet = threshold_type === 'MORE' ? count > threshold : count < threshold
    if (!isMet) return undefined
    const comparison = COMPARISONS[threshold_type]
    return `Stream had ${count} messages in the last ${time} minutes with trigger condition ${comparison} ${threshold} messages. ${graceText(parameters)}`
  },
})
