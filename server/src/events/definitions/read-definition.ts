/** Turns the draft of a definition into what is stored, and says what is wrong with it. */
import {
  EVENT_STORAGE,
  type EventDefinition,
  type EventDefinitionDraft,
} from '@logyard/contract/events/event-definitions'
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import type { Problems } from '../../http/validation-answer.ts'
import type { AnyEventProcessor, EventProcessors } from '../event-processors.ts'

/** The letters of the names of fields. */
const FIELD_NAME = /^[\w.\-@]*$/

export type DefinitionContent = Omit<EventDefinition, 'id' | 'updated_at'>

/** Content of a definition, as a draft or copied from a stored one, and whether the definition is enabled. */
export interface DefinitionDraft {
  readonly content: EventDefinitionDraft | { readonly copied: DefinitionContent }
  readonly isScheduled: boolean
}

/** Properties that the Graylog 4.0 API does not have, as in a new definition. */
export const OWN_DEFAULTS = {
  tags: [],
  remediation_steps: '',
  event_summary_template: '',
  recovery: { notify: false, after_ms: 0 },
  notification_limit: null,
} satisfies Partial<EventDefinition>

/** Properties that the Graylog 4.0 API does not have stay as they are in `stored`, if the draft has none. */
export function definitionContent(
  draft: EventDefinitionDraft,
  config: ProcessorConfig,
  stored: Pick<EventDefinition, keyof typeof OWN_DEFAULTS> = OWN_DEFAULTS,
): DefinitionContent {
  return {
    title: draft.title,
    description: draft.description,
    priority: draft.priority,
    alert: draft.alert,
    config,
    field_spec: draft.field_spec ?? {},
    key_spec: draft.key_spec,
    notification_settings: {
      grace_period_ms: draft.notification_settings.grace_period_ms,
      backlog_size: draft.notification_settings.backlog_size ?? 0,
    },
    notifications: (draft.notifications ?? []).map((used) => ({
      notification_id: used.notification_id,
      notification_parameters: used.notification_parameters ?? null,
    })),
    storage: EVENT_STORAGE,
    tags: [...new Set(draft.tags ?? stored.tags)],
    remediation_steps: draft.remediation_steps ?? stored.remediation_steps,
    event_summary_template: draft.event_summary_template ?? stored.event_summary_template,
    recovery: draft.recovery ?? stored.recovery,
    notification_limit: draft.notification_limit === undefined ? stored.notification_limit : draft.notification_limit,
  }
}

export type ReadConfig =
  | { readonly processor: AnyEventProcessor; readonly config: ProcessorConfig; readonly problems: Problems }
  /** A condition of an unknown type. */
  | { readonly processor: undefined; readonly problems: Problems }

export function readConfig(draft: EventDefinitionDraft, processors: EventProcessors): ReadConfig {
  const processor = processors.find(draft.config)
  if (processor === undefined) {
    return { processor, problems: { config: ['Event Definition config type cannot be empty.'] } }
  }
  const config = processor.normalise(draft.config)
  return { processor, config, problems: processor.problems(config) }
}

/** Problems of everything but the condition. */
export function detailProblems(draft: EventDefinitionDraft): Problems {
  const fields = Object.keys(draft.field_spec ?? {})
  const badNames = fields.filter((name) => !FIELD_NAME.test(name))
  const isUnknownKey = draft.key_spec.some((name) => !fields.includes(name))
  return {
    ...(draft.title.trim() === '' ? { title: ['Event Definition title cannot be empty.'] } : {}),
    ...(badNames.length === 0
      ? {}
      : {
          field_spec: badNames.map((name) => `Event Definition field_spec contains invalid message field "${name}"`),
        }),
    ...(isUnknownKey ? { key_spec: ['Event Definition key_spec can only contain fields defined in field_spec.'] } : {}),
  }
}
