/** Random dashboards and saved searches, as the data of entities. */
import { LOOKUP_TABLE_DECORATOR, PIPELINE_DECORATOR } from '@logyard/contract/search/decorators'
import { type Graph, lookedUp, some, streamIds, tableNames, textOf } from './graph-parts.ts'
import { string } from './pack-drafts.ts'

type ViewType = 'DASHBOARD' | 'SEARCH'

const RANGE = { type: 'relative', range: 300 }

export function randomView(graph: Graph, type: ViewType): object {
  const { random } = graph
  const pages = type === 'SEARCH' ? ['query'] : ['page-1', 'page-2'].slice(0, 1 + random.below(2))
  const made = pages.map((id) => ({ id, ...randomPage(graph, type, id) }))
  const parameters = type === 'SEARCH' && random.below(2) === 0 ? [lookedUp(graph)] : []
  return {
    ...{ type, title: string(textOf(graph)), summary: string(textOf(graph)), description: string(textOf(graph)) },
    search: { queries: made.map(({ query }) => query), parameters, requires: {} },
    properties: [],
    requires: {},
    state: Object.fromEntries(made.map(({ id, state }) => [id, state])),
  }
}

function randomPage(graph: Graph, type: ViewType, id: string) {
  const { random } = graph
  const widgets = Array.from({ length: 1 + random.below(3) }, (_, n) => randomWidget(graph, `${id}-widget-${n}`))
  const filtered = type === 'SEARCH' ? streamIds(graph) : []
  const filter = {
    type: 'or',
    filters: filtered.map((stream) => ({ type: 'stream', id: stream, title: null, filters: null })),
  }
  return {
    query: {
      ...{ id, timerange: RANGE, ...(filtered.length === 0 ? {} : { filter }) },
      query: { type: 'elasticsearch', query_string: random.pick(['', 'level:3', '"two words"']) },
      search_types: widgets.map(({ searchType }) => searchType),
    },
    state: {
      ...{ selected_fields: null, static_message_list_id: null },
      titles: {
        widget: Object.fromEntries(widgets.map(({ widget }) => [widget.id, textOf(graph)])),
        tab: { title: id },
      },
      widgets: widgets.map(({ widget }) => widget),
      widget_mapping: Object.fromEntries(widgets.map(({ widget, searchType }) => [widget.id, [searchType.id]])),
      positions: Object.fromEntries(
        widgets.map(({ widget }, n) => [widget.id, { col: 1, row: 1 + 3 * n, height: 3, width: 'Infinity' }]),
      ),
      formatting: { highlighting: [] },
      display_mode_settings: { positions: {} },
    },
  }
}

function randomWidget(graph: Graph, id: string) {
  const { random } = graph
  const streams = streamIds(graph)
  const query = { type: 'elasticsearch', query_string: random.pick(['', 'source:web-1']) }
  const common = { filter: null, timerange: RANGE, query, streams }
  const searched = { ...common, id: `${id}-search`, name: null }
  if (random.below(3) === 0) {
    const decorators = randomDecorators(graph, id)
    const config = { fields: ['timestamp', 'source'], show_message_row: true, decorators, sort: [] }
    return {
      widget: { ...common, id, type: 'messages', config },
      searchType: { ...searched, type: 'messages', limit: 150, offset: 0, sort: null, decorators },
    }
  }
  const limit = 5 + random.below(10)
  return {
    widget: {
      ...common,
      ...{ id, type: 'aggregation' },
      config: {
        row_pivots: [{ type: 'values', field: 'source', config: { limit } }],
        ...{ column_pivots: [], series: [{ function: 'count()', config: { name: textOf(graph) } }], sort: [] },
        ...{ visualization: random.pick(['table', 'pie']), visualization_config: null, formatting_settings: null },
        ...{ rollup: true, event_annotation: false },
      },
    },
    searchType: {
      ...{ ...searched, type: 'pivot', row_groups: [{ type: 'values', field: 'source', limit }], column_groups: [] },
      ...{ series: [{ type: 'count', id: 'count()', field: null }], sort: [], rollup: true },
    },
  }
}

/** Some are of a pipeline, a stream or a table of the pack. */
function randomDecorators(graph: Graph, id: string): readonly object[] {
  const { random } = graph
  const [stream = null] = streamIds(graph)
  const [pipeline = { id: 'none' }] = some(random, graph.ofType('pipeline'))
  const configured = [
    { type: PIPELINE_DECORATOR, config: { pipeline: pipeline.id } },
    {
      type: LOOKUP_TABLE_DECORATOR,
      config: { source_field: 'source', target_field: 'of', lookup_table_name: random.pick(tableNames(graph)) },
    },
    { type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator', config: { source_field: 'level' } },
  ]
  return some(random, configured).map((one, order) => ({ ...one, id: `${id}-decorator-${order}`, stream, order }))
}
