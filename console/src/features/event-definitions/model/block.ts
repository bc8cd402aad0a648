import type { DefinitionDraft } from './definition-draft.ts'

/** The blocks of the form, from top to bottom. */
const BLOCKS = ['condition', 'notifications', 'details', 'advanced'] as const
export type Block = (typeof BLOCKS)[number]

/** Errors by the key of the API, in sentences. */
export type DraftErrors = Readonly<Record<string, string>>

const OF_DETAILS = ['title', 'description', 'priority', 'remediation_steps', 'event_summary_template']
const OF_ADVANCED = ['field_spec', 'key_spec', 'tags', 'cron_expression', 'cron_timezone']
const OF_NOTIFICATIONS = ['notifications', 'notification_settings', 'recovery', 'notification_limit']

/** The block that shows the field; the rest is about the condition. */
export function blockOf(key: string): Block {
  if (OF_DETAILS.includes(key)) return 'details'
  if (OF_ADVANCED.includes(key)) return 'advanced'
  return OF_NOTIFICATIONS.includes(key) ? 'notifications' : 'condition'
}

/** The block that an address names. The form had five steps once, and their addresses still lead to their fields. */
export function blockOfStep(step: string | null): Block | undefined {
  if (step === 'fields') return 'advanced'
  if (step === 'summary') return 'details'
  return BLOCKS.find((block) => block === step)
}

export interface BlockProps {
  readonly draft: DefinitionDraft
  readonly errors: DraftErrors
  readonly onChange: (changes: Partial<DefinitionDraft>) => void
}
