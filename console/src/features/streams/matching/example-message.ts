/** The message that rules are tested with: typed or pasted text, parsed as fields. */
import { isRecord } from '../../../ui/is-record.ts'

export type ExampleFields = Readonly<Record<string, unknown>>
export type Example =
  | { readonly kind: 'none' }
  | { readonly kind: 'message'; readonly fields: ExampleFields }
  | { readonly kind: 'not-json'; readonly reason: string }
  | { readonly kind: 'not-an-object' }

export function parseExample(text: string): Example {
  if (text.trim() === '') return { kind: 'none' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { kind: 'not-json', reason: error instanceof Error ? error.message : String(error) }
  }
  return isRecord(value) ? { kind: 'message', fields: value } : { kind: 'not-an-object' }
}

/** The message as JSON text for the editor. */
export const exampleText = (fields: ExampleFields): string => JSON.stringify(fields, null, 2)
