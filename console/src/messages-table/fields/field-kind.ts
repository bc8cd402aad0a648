/** What people call the type of a field. */
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

/** `type` as the server names it; several types in one, and what nobody knows, are other ones. */
export const fieldKind = (type: string): FieldKind => KINDS[type] ?? 'other'
