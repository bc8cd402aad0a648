import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import type { StoredDefinition } from '../definitions/definition-store.ts'

/** A definition whose events have the user of their messages as their key. */
export const evaluatedDefinition = (
  config: ProcessorConfig,
  { number, title, ownerId }: { readonly number: number; readonly title: string; readonly ownerId: string },
): StoredDefinition => ({
  id: `60${number.toString(16).padStart(22, '0')}`,
  title,
  description: '',
  priority: 2,
  alert: false,
  config,
  key_spec: ['who'],
  field_spec: {
    who: {
      data_type: 'string',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of events
      providers: [{ type: 'template-v1', template: '${source.user}', require_values: true }],
    },
  },
  notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  notifications: [],
  storage: [],
  tags: [],
  remediation_steps: '',
  event_summary_template: '',
  recovery: { notify: false, after_ms: 0 },
  notification_limit: null,
  updated_at: '2026-03-01T09:00:00.000Z',
  owner_id: ownerId,
})
