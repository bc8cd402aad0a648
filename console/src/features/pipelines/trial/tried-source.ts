/** The rule or pipeline that is tried, as it is being edited. */
export interface TriedSource {
  readonly kind: 'rule' | 'pipeline'
  /** Absent if it is not stored: nothing runs for comparison. */
  readonly id: string | undefined
  readonly source: string
  /** The stored source; absent if it is not stored. */
  readonly saved: string | undefined
}

export const requestOf = ({ kind, id, source }: TriedSource) => ({ [kind]: { id: id ?? null, source } })
