import { FIELD } from '@logyard/contract/messages/message-fields'
import type { IndexSet } from '@logyard/contract/store/index-sets'
import type { IndexTemplate } from '@logyard/contract/store/index-templates'

/**
 * How the indices of a set store their fields, in the format of the reference's indexer. All indices are partitions of
 * one table, so clients can read this template but nothing applies it.
 */
export function indexTemplate(set: IndexSet): IndexTemplate {
  const head = { index_patterns: `${set.index_prefix}_*`, order: -1 }
  const body = set.index_template_type === 'events' ? eventsTemplate : messagesTemplate(set.index_analyzer)
  return { name: set.default ? 'graylog-internal' : `${set.index_prefix}-template`, template: { ...head, ...body } }
}

const typed = (type: string, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { type }]))
const keywordsWhere = (name: string, condition: object) => ({ [name]: { ...condition, mapping: { type: 'keyword' } } })

function messagesTemplate(analyzer: string): object {
  const analyzed = { type: 'text', analyzer, fielddata: false }
  const instant = { type: 'date', format: 'uuuu-MM-dd HH:mm:ss.SSS' }
  return {
    settings: {
      analysis: { analyzer: { analyzer_keyword: { tokenizer: 'keyword', filter: 'lowercase' } } },
    },
    mappings: {
      _source: { enabled: true },
      dynamic_templates: [
        keywordsWhere('internal_fields', { match: 'gl2_*', match_mapping_type: 'string' }),
        keywordsWhere('store_generic', { match_mapping_type: 'string' }),
      ],
      properties: {
        [FIELD.message]: analyzed,
        [FIELD.fullMessage]: analyzed,
        [FIELD.source]: { type: 'text', analyzer: 'analyzer_keyword', fielddata: true },
        [FIELD.timestamp]: instant,
        gl2_receive_timestamp: instant,
        gl2_processing_timestamp: instant,
        [FIELD.accountedSize]: { type: 'long' },
        streams: { type: 'keyword' },
      },
    },
  }
}

const eventsTemplate = {
  settings: { 'index.refresh_interval': '1s' },
  mappings: {
    dynamic: false,
    dynamic_templates: [keywordsWhere('fields', { path_match: 'fields.*' })],
    properties: {
      ...typed('keyword', [
        'id',
        'event_definition_type',
        'event_definition_id',
        'origin_context',
        'streams',
        'source_streams',
        'source',
        'key',
        'key_tuple',
        'triggered_jobs',
      ]),
      ...typed('date', ['timestamp', 'timestamp_processing', 'timerange_start', 'timerange_end']),
      message: { type: 'text', analyzer: 'standard', fields: { keyword: { type: 'keyword' } } },
      priority: { type: 'long' },
      alert: { type: 'boolean' },
      fields: { type: 'object', dynamic: true },
    },
  },
}
