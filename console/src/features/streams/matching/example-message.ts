/** The message that rules are tested with: typed or pasted text, parsed as fields. */
export type ExampleFields = Readonly<Record<string, unknown>>
export type Example =
  | { readonly kind: 'none' }
  | { readonly kind: 'message'; readonly fields: ExampleFields }
  | { readonly kind: 'not-json'; readonly reason: string }
  | { readonly kind: 'not-an-object' }

const isObject = (value: unknown): value is ExampleFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parseExample(text: string): Example {
  if (text.trim() === '') return { kind: 'none' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { kind: 'not-json', reason: error instanceof Error ? error.message : String(error) }
  }
  return isObject(value) ? { kind: 'message', fields: value } : { kind: 'not-an-object' }
}

/** The message as JSON text for the editor. */
export const exampleText = (fields: ExampleFields): string => JSON.stringify(fields, null, 2)
