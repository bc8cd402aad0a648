/**
 * The notation for the fields of a form. The server describes the forms of its types with it, and the console those
 * that it knows itself; `console/src/ui/fields` renders both.
 */
import { type Static, type TProperties, Type } from 'typebox'
import { DurationUnit } from './duration-units.ts'

const optional = Type.Optional

/** True while a field has one of the values; a missing value counts as null. */
const Condition = Type.Object({
  name: Type.String(),
  values: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
})
export type Condition = Static<typeof Condition>

const Option = Type.Object({ value: Type.String(), label: Type.String() })

const kind = <const Kind extends string, Own extends TProperties>(name: Kind, own: Own) =>
  Type.Object({
    kind: Type.Literal(name),
    name: Type.String({ description: 'The property that the field sets' }),
    label: Type.String(),
    help: optional(Type.String()),
    is_optional: optional(Type.Boolean()),
    section: optional(Type.String({ description: 'The heading of the folded part of the form that it is in' })),
    is_narrow: optional(Type.Boolean({ description: 'Shares a line with narrow fields beside it' })),
    disabled_while: optional(Condition),
    hidden_while: optional(Condition),
    shared_error: optional(
      Type.Object({ name: Type.String(), label: Type.String() }, { description: 'Of errors of several fields' }),
    ),
    ...own,
  })

const placeholder = optional(Type.String())

const TextField = kind('text', {
  placeholder,
  format: optional(Type.Enum(['character', 'url', 'lines', 'code', 'password', 'prose'])),
  is_null_if_empty: optional(Type.Boolean()),
  may_be_blank: optional(Type.Boolean({ description: 'Blanks are a value' })),
})
const NumberField = kind('number', {
  placeholder,
  min: optional(Type.Number()),
  max: optional(Type.Number()),
})
const FlagField = kind('flag', {})
const ChoiceField = kind('choice', { options: Type.Array(Option) })
const ListField = kind('list', {
  placeholder,
  options: Type.Array(Option),
  is_open: optional(Type.Boolean({ description: 'Other texts can be added' })),
  separators: optional(Type.Array(Type.String(), { description: 'Characters that end a text' })),
})
const PeriodField = kind('period', {
  unit_name: Type.String({ description: 'The property with the unit' }),
  flag_name: optional(Type.String({ description: 'The property that says whether it is on' })),
  off: Type.Union([Type.Literal(0), Type.Null()], { description: 'The stored amount while it is off' }),
  initial: Type.Object({ amount: Type.Number(), unit: DurationUnit }, { description: 'After it is switched on' }),
})
const TimeZoneField = kind('time_zone', {})
const HeadersField = kind('headers', {})
const SecretField = kind('secret', {})
const NoteField = kind('note', {})

/** Fields from here on are rendered by the area that the form belongs to. */
const UrlField = kind('url', {
  variable: optional(Type.String({ description: 'A text in the URL that the server replaces' })),
})
const WebhookField = kind('webhook', {
  url: optional(Type.String({ description: 'The URL that the secret is sent to; absent: the secret is a URL' })),
})
const TemplateField = kind('template', {
  is_one_line: optional(Type.Boolean()),
  is_html: optional(Type.Boolean()),
})
const PreviewField = kind('preview', { templates: Type.Array(Type.String(), { description: 'Names of fields' }) })
const MailStateField = kind('mail_state', {})
const UsersField = kind('users', {})
const CallbackField = kind('callback', {})
const RegexField = kind('regex', { placeholder })
const GrokField = kind('grok', {})
const LookupTableField = kind('lookup_table', {})

export const Field = Type.Union(
  [
    TextField,
    NumberField,
    FlagField,
    ChoiceField,
    ListField,
    PeriodField,
    TimeZoneField,
    HeadersField,
    SecretField,
    NoteField,
    UrlField,
    WebhookField,
    TemplateField,
    PreviewField,
    MailStateField,
    UsersField,
    CallbackField,
    RegexField,
    GrokField,
    LookupTableField,
  ],
  { title: 'Field' },
)
export type Field = Static<typeof Field>
export type FieldKind = Field['kind']
export type FieldOf<Kind extends FieldKind> = Extract<Field, { readonly kind: Kind }>

/** Texts about a type, and the form of its configurations. */
export const TypeForm = Type.Object(
  {
    title: Type.String(),
    help: optional(Type.String({ description: 'One line, where types are listed' })),
    docs: optional(Type.Array(Type.String(), { description: 'Paragraphs beside the form' })),
    example: optional(Type.String({ description: 'Sample of a file or an answer' })),
    fields: Type.Array(Field),
  },
  { title: 'TypeForm' },
)
export type TypeForm = Static<typeof TypeForm>

/** Fields that show something and set no property. */
type Shown = FieldOf<'note' | 'preview' | 'mail_state'>

/** The form of one type, whose fields set properties of its configuration. */
export interface TypeFormOf<Config> extends Omit<TypeForm, 'fields'> {
  readonly fields: readonly (Shown | (Exclude<Field, Shown> & { readonly name: Exclude<keyof Config, 'type'> }))[]
}
