/** Plain data: it comes from the thread that parses the source. */
export interface RuleNeed {
  readonly permission: 'lookuptables:read' | 'lookuptables:edit' | 'streams:edit'
  /** Undefined if the rule computes which one it is. */
  readonly object: NeededObject | undefined
}

/** As the rule names it: a lookup table by its name, a stream by its id or title. */
export interface NeededObject {
  readonly kind: 'table' | 'stream-id' | 'stream-title'
  readonly name: string
}

/** Needs of a rule about which nothing is known. */
export const ALL_NEEDS: readonly RuleNeed[] = [
  { permission: 'lookuptables:read', object: undefined },
  { permission: 'lookuptables:edit', object: undefined },
  { permission: 'streams:edit', object: undefined },
]
