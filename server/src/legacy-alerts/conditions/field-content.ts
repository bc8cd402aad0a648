import { configField } from '@logyard/contract/configured/config-field'
import { Type } from 'typebox'
import { commonFields, fieldField } from './common-fields.ts'
import { commonProperties, conditionType, graceText, MAX_CONDITION_FIELD, plainQuery } from './condition-type.ts'

const MAX_VALUE = 20_000

export const fieldContent = conditionType({
  info: {
    type: 'field_content_value',
    name: 'Field Content Alert Condition',
    human_name: 'Triggers when a message with a certain field value arrives',
    requested_configuration: {
      field: fieldField,
      value: configField('text', 'Value', 'The value that the field must have', '', { required: true }),
      ...commonFields,
    },
    link_to_docs: '',
  },
  schema: Type.Object({
    field: Type.String({ minLength: 1, maxLength: MAX_CONDITION_FIELD }),
    value: Type.String({ minLength: 1, maxLength: MAX_VALUE }),
    ...commonProperties,
  }),
  query({ query, ...wanted }) {
    const plain = plainQuery(query)
    return plain === '' ? contentQuery(wanted) : `${contentQuery(wanted)} AND (${plain})`
  },
  range: (_, { fromMs, toMs }) => ({ fromMs, toMs }),
  async check(parameters, { measures, selection, options }) {
    const count = await measures.count(selection, options)
    if (count === 0) return undefined
    return `Stream received messages matching <${parameters.field}:"${parameters.value}"> ${graceText(parameters)}`
  },
})

const contentQuery = ({ field, value }: { readonly field: string; readonly value: string }): string =>
  `${field.replace(/[^\p{L}\p{N}_.@-]/gu, '\\$&')}:"${value.replace(/["\\]/g, '\\$&')}"`
