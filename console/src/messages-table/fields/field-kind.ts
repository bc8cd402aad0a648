/** The name of a field's type for users. */
export type FieldKind = 'text' | 'number' | 'date' | 'boolean' | 'other'

const KINDS: Readonly<Record<string, FieldKind>> = {
  string: 'text',
  boolean: 'boolean',
  date: 'date',
  long: 'number',
  int: 'number',
  short: 'number',
  byte: 'number',
  double: 'number',
  float: 'number',
}

/** `type` is the server's name; compound and unknown types are "other". */
export const fieldKind = (type: string): FieldKind => KINDS[type] ?? 'other'
