/** The fields of forms for conditions. */
import { configField } from '@logyard/contract/configured/config-field'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'

export const timeField = configField('number', 'Time Range', 'Look at the messages of the last minutes', 5, {
  required: true,
})

export const thresholdField = configField('number', 'Threshold', 'The value to compare with', 0, { required: true })

export const fieldField = configField('text', 'Field', 'The name of the message field', '', { required: true })

export const choiceField = (
  label: string,
  description: string,
  defaultValue: string,
  values: Readonly<Record<string, string>>,
) => configField('dropdown', label, description, defaultValue, { required: true, additional_info: { values } })

export const commonFields: ConfigRequest = {
  query: configField('text', 'Search Query', 'Look only at messages of the stream that match this query', '*'),
  grace: configField(
    'number',
    'Grace Period',
    'Minutes after the end of an alert in which the condition is not checked',
    0,
    { required: true },
  ),
  backlog: configField('number', 'Message Backlog', 'How many messages notifications include', 0, { required: true }),
  repeat_notifications: configField(
    'boolean',
    'Repeat notifications',
    'Notify again as long as the alert lasts, after each grace period',
    false,
  ),
}
