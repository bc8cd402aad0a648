import type { View } from '@logyard/contract/views/views'

/** The title, summary and description of a saved search or dashboard. */
export interface ViewFacts {
  readonly title: string
  readonly summary: string
  readonly description: string
}

export const viewFactsOf = ({ title, summary, description }: View): ViewFacts => ({ title, summary, description })
