/** The stored explanations of alerts: what is known of each, and apart from it the large part. */
import { EXPLANATION_STATES } from '@logyard/contract/alerts/alert-evidence'
import { Explanation } from '@logyard/contract/search/explanations'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

const AskedExplanation = Type.Object({
  id: Type.String({ description: 'Of the alert' }),
  event_definition_id: Type.String(),
  /** The event that opened the alert: the explanation goes when it goes. */
  event_id: Type.String(),
  event_at: Type.String(),
  group: Type.Array(Type.String()),
  state: Type.Enum(EXPLANATION_STATES),
  asked_at: Type.String(),
})
export type AskedExplanation = Static<typeof AskedExplanation>

const StoredExplanation = Type.Object({
  id: Type.String({ description: 'Of the alert' }),
  explained_at: Type.String(),
  /** Those that were read: who may not read one of them may not see the explanation. */
  streams: Type.Array(Type.String()),
  explanation: Explanation,
})
export type StoredExplanation = Static<typeof StoredExplanation>

export const askedExplanationCollection = defineCollection({
  name: 'alert_explanations_asked',
  audit: 'note',
  schema: AskedExplanation,
})
export type AskedExplanationStore = Collection<AskedExplanation>

export const explanationCollection = defineCollection({
  name: 'alert_explanations',
  audit: 'note',
  schema: StoredExplanation,
})
export type ExplanationStore = Collection<StoredExplanation>
