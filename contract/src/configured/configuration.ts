/** The fields of a configuration form, as inputs, codecs, outputs and decorators describe them. */
import { type Static, Type } from 'typebox'
import { nullable } from '../http/envelope.ts'

/** Stands for a password in answers. Sent back in an update, it leaves the stored password unchanged. */
export const PASSWORD_SET = '<password set>'

export const ConfigField = Type.Object(
  {
    type: Type.Union([
      Type.Literal('text'),
      Type.Literal('number'),
      Type.Literal('boolean'),
      Type.Literal('dropdown'),
      Type.Literal('list'),
    ]),
    human_name: Type.String(),
    description: nullable(Type.String()),
    default_value: nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())])),
    is_optional: Type.Boolean({ description: 'Always true for boolean fields' }),
    attributes: Type.Array(Type.String()),
    additional_info: Type.Object({ values: Type.Optional(Type.Record(Type.String(), Type.String())) }),
    position: Type.Integer(),
  },
  { title: 'ConfigField' },
)
export type ConfigField = Static<typeof ConfigField>

/** Fields by name; transport fields before codec fields. */
export const ConfigRequest = Type.Record(Type.String(), ConfigField, { title: 'ConfigRequest' })
export type ConfigRequest = Static<typeof ConfigRequest>
