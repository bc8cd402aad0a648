import type { EditorProps } from '../ui/fields/field-props.ts'
import { textOf } from '../ui/fields/field-values.ts'
import { WhitelistedUrlInput } from './whitelisted-url-input.tsx'

/** A field of a form: a URL that the server requests. */
export const UrlField = ({ field, value, entityTitle, onValue, ...input }: EditorProps<'url'>) => (
  <WhitelistedUrlInput
    {...input}
    value={textOf(value)}
    entryTitle={entityTitle ?? ''}
    {...(field.variable === undefined ? {} : { placeholderText: field.variable })}
    onChange={onValue}
  />
)
