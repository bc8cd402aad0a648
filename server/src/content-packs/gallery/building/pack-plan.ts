/** A pack of the gallery in short: `buildPack` makes the content pack of it. */
import type { Recognition } from '../recognition/recognition.ts'
import type { DashboardPlan } from './dashboards.ts'
import type { EventPlan } from './events.ts'
import type { InputPlan } from './inputs.ts'
import type { SearchPlan } from './searches.ts'

export const CATEGORIES = ['Systems', 'Web', 'Network', 'Databases', 'Containers', 'Mail'] as const

export interface PackPlan {
  /** In paths, and the value of the field `log_source`. */
  readonly name: string
  /** Raised with each change of what the pack brings: a revision never changes. */
  readonly rev: number
  readonly title: string
  readonly category: (typeof CATEGORIES)[number]
  readonly summary: string
  /** Markdown: how the source sends its logs, and what the pack brings. */
  readonly description: string
  /** None if the messages arrive with those of other sources. */
  readonly inputs: readonly InputPlan[]
  /** Sources of rules, by stage: the first stage recognises the messages, and only these go on. */
  readonly stages: readonly (readonly string[])[]
  readonly dashboard: DashboardPlan
  readonly search: SearchPlan
  readonly event?: EventPlan
  readonly recognition: Recognition
}
