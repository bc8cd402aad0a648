import type { View } from '@logyard/contract/views/views'

/** What a saved search or dashboard says of itself. */
export interface ViewFacts {
  readonly title: string
  readonly summary: string
  readonly description: string
}

export const viewFactsOf = ({ title, summary, description }: View): ViewFacts => ({ title, summary, description })
