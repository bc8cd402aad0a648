import type { RunGuarded } from '../../streams/compile-stream-rule.ts'

/** What a regular expression belongs to. Timeouts are counted for the owner, and too many exclude it. */
export interface RegexOwner {
  readonly kind: 'stream' | 'extractor' | 'rule'
  readonly id: string
}

export const ownerKey = ({ kind, id }: RegexOwner): string => `${kind} ${id}`

/** Returns a function that runs the owner's expressions under observation, and returns false for one that timed out. */
export type GuardRegex = (owner: RegexOwner) => RunGuarded
