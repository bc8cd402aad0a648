import type { DefinitionDraft } from './definition-draft.ts'

export const STEPS = ['details', 'condition', 'fields', 'notifications', 'summary'] as const
export type Step = (typeof STEPS)[number]

/** Errors by the key of the API, in sentences. */
export type DraftErrors = Readonly<Record<string, string>>

const OF_DETAILS = ['title', 'description', 'priority', 'tags', 'remediation_steps', 'event_summary_template']
const OF_FIELDS = ['field_spec', 'key_spec']
const OF_NOTIFICATIONS = ['notifications', 'notification_settings', 'recovery', 'notification_limit']

/** The step that shows the field; the rest is about the condition. */
export function stepOf(key: string): Step {
  if (OF_DETAILS.includes(key)) return 'details'
  if (OF_FIELDS.includes(key)) return 'fields'
  return OF_NOTIFICATIONS.includes(key) ? 'notifications' : 'condition'
}

export const isStep = (value: unknown): value is Step => STEPS.some((step) => step === value)

export interface StepProps {
  readonly draft: DefinitionDraft
  readonly errors: DraftErrors
  readonly onChange: (changes: Partial<DefinitionDraft>) => void
}
