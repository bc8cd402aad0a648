/** The fields and their types, as the page with the widgets knows them. */
import { createContext, use } from 'react'

type FieldProperty = 'enumerable' | 'full-text-search' | 'numeric' | 'compound'
export interface KnownField {
  readonly name: string
  readonly type: { readonly type: string; readonly properties: readonly FieldProperty[] }
}

export interface FieldTypes {
  /** The fields of the searched streams, by name. */
  readonly fields: readonly KnownField[]
  /** `long`, `date`, `compound(long,string)`; `unknown` for other fields. */
  typeOf(name: string): string
  has(name: string, property: FieldProperty): boolean
}

export function fieldTypes(fields: readonly KnownField[]): FieldTypes {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return {
    fields: fields.toSorted((a, b) => a.name.localeCompare(b.name)),
    typeOf: (name) => byName.get(name)?.type.type ?? (name === 'timestamp' ? 'date' : 'unknown'),
    has: (name, property) => byName.get(name)?.type.properties.includes(property) ?? false,
  }
}

const FieldTypesContext = createContext<FieldTypes>(fieldTypes([]))
export const FieldTypesProvider = FieldTypesContext.Provider
export const useFieldTypes = (): FieldTypes => use(FieldTypesContext)
