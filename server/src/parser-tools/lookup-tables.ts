/** The lookup tables as tools see them. */
export interface LookupTables {
  find(name: string): LookupTable | undefined
}

interface LookupTable {
  /** Undefined if the table has no value for the key. */
  lookUp(key: string): Promise<unknown>
}
