import type { ViewState } from '@logyard/contract/views/view-state'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect, useState } from 'react'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createServices, ServicesProvider } from '../../base/services/services.tsx'
import { TextProvider, useCatalogues } from '../../base/text/text.tsx'
import { theme } from '../../base/theme/theme.ts'
import { installBrowserShims } from '../../testing/browser-shims.ts'
import { ContractServer } from '../../testing/contract-server.ts'
import { ConfirmProvider } from '../../ui/confirm/confirm.tsx'
import { type SearchActions, SearchActionsProvider } from '../../view-document/actions/search-actions.ts'
import {
  withDuplicate,
  withoutWidget,
  withPositions,
  withSort,
  withTitle,
  withWidget,
} from '../../view-document/editing/view-changes.ts'
import { countSeries, seriesOf, valuesPivot } from '../../view-document/model/aggregation-config.ts'
import type { WidgetResult } from '../../view-document/model/view-model.ts'
import { pivotSample } from '../testing/pivot-samples.ts'
import { aggregationWidget, countingIds, viewState } from '../testing/widget-samples.ts'
import { WidgetGrid } from './widget-grid.tsx'

const table = aggregationWidget('t', { row_pivots: [valuesPivot('source')], series: [countSeries] })
const nothing: WidgetResult = { results: {}, errors: [], isLoading: false }
const tableResult: WidgetResult = {
  ...nothing,
  results: { chart: pivotSample(table.config, [['web'], ['db']], [], ([source]) => (source === 'web' ? 1234 : 5)) },
}

const unexpected = () => {
  throw new Error('the grid asked for something that this page has not')
}

interface PageProps {
  readonly initial: ViewState
  readonly results: Readonly<Record<string, WidgetResult>>
  readonly onChange: (state: ViewState) => void
  readonly onAsk: (asked: unknown) => void
}

/** A page that does what its widgets ask of it. */
function Page({ initial, results, onChange, onAsk }: PageProps) {
  const catalogues = useCatalogues()
  const [isReady, setIsReady] = useState(false)
  const [state, setState] = useState(initial)
  useEffect(() => {
    void Promise.all((['widgets', 'fields', 'search'] as const).map(catalogues.load)).then(() => setIsReady(true))
  }, [catalogues])
  const change = (next: ViewState) => {
    onChange(next)
    setState(next)
  }
  const actions: SearchActions = {
    kind: 'search',
    addToQuery: (term) => onAsk(['add', term]),
    excludeFromQuery: (term) => onAsk(['exclude', term]),
    setTimeRange: unexpected,
    addWidget: unexpected,
    updateWidget: (widget) => change(withWidget(state, widget)),
    sortWidget: (id, sort) => change(withSort(state, id, sort)),
    startsInEditor: () => false,
    leaveEditor: () => undefined,
    removeWidget: (id) => change(withoutWidget(state, id)),
    duplicateWidget: (id) => change(withDuplicate(state, id, 'copy', countingIds('copy'))?.state ?? state),
    setTitle: (id, title) => change(withTitle(state, id, title)),
    setPositions: (positions) => change(withPositions(state, positions)),
    showDocumentsFor: (path) => onAsk(['documents', path]),
    comparison: { of: () => undefined, set: unexpected },
    loadPage: unexpected,
    highlighting: [],
    setHighlight: unexpected,
    removeHighlight: unexpected,
    stopRefreshing: () => undefined,
    resultOf: (id) => results[id] ?? nothing,
  }
  if (!isReady) return null
  return (
    <SearchActionsProvider value={actions}>
      <WidgetGrid widgets={state.widgets} positions={state.positions} titles={state.titles} />
    </SearchActionsProvider>
  )
}

const config = { apiUrl: '/api/', basePath: '/', rootTimeZone: 'UTC' }
const services = createServices(config, window, new ContractServer().fetch)
afterAll(() => services[Symbol.dispose]())

function Console({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} env="test">
      <ServicesProvider value={services}>
        <QueryClientProvider client={services.queryClient}>
          <TextProvider language={null} rootTimeZone="UTC">
            <ConfirmProvider>{children}</ConfirmProvider>
          </TextProvider>
        </QueryClientProvider>
      </ServicesProvider>
    </MantineProvider>
  )
}

async function open(initial: ViewState, results: PageProps['results']) {
  let state = initial
  const asked: unknown[] = []
  render(
    <Console>
      <Page
        initial={initial}
        results={results}
        onChange={(next) => {
          state = next
        }}
        onAsk={(what) => asked.push(what)}
      />
    </Console>,
  )
  await screen.findAllByRole('article')
  return { state: () => state, asked }
}

const menuOf = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  return within(await screen.findByRole('menu'))
}
const TITLE = 'Messages by source'

beforeEach(() => installBrowserShims())
afterEach(cleanup)

const byLevel = aggregationWidget('t', {
  visualization: 'bar',
  row_pivots: [valuesPivot('source')],
  column_pivots: [valuesPivot('level')],
  series: [seriesOf('avg(took)')],
})

test('the legend offers drill-down into a series, also by keyboard', async () => {
  const pivot = pivotSample(byLevel.config, [['web'], ['db']], [['3'], ['4']], () => 1)
  const page = await open(viewState({ widgets: [byLevel] }), { t: { ...nothing, results: { chart: pivot } } })
  const entry = await screen.findByRole('button', { name: '4' })
  for (const [item, asked] of [
    ['Add level: 4 to the query', ['add', 'level:4']],
    ['Exclude level: 4', ['exclude', 'level:4']],
    ['Show documents for value', ['documents', [{ field: 'level', value: '4' }, { field: 'took' }]]],
  ] as const) {
    entry.focus()
    await userEvent.keyboard('{Enter}')
    const chosen = within(await screen.findByRole('menu')).getByRole('menuitem', { name: item })
    chosen.focus()
    await userEvent.keyboard('{Enter}')
    expect(page.asked.at(-1)).toEqual(asked)
  }
})

test('a title is edited in place; an empty title restores the old one', async () => {
  const page = await open(viewState({ widgets: [table] }), { t: tableResult })
  await userEvent.dblClick(screen.getByRole('heading', { name: TITLE }))
  await screen.findByRole('textbox', { name: 'Title of the widget' })
  await userEvent.keyboard('Hosts{Enter}')
  expect(page.state().titles.widget).toEqual({ t: 'Hosts' })
  await userEvent.dblClick(screen.getByRole('heading', { name: 'Hosts' }))
  await userEvent.clear(screen.getByRole('textbox', { name: 'Title of the widget' }))
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('heading', { name: 'Hosts' })).toBeTruthy()
})

test('a widget is deleted only after confirmation', async () => {
  const page = await open(viewState({ widgets: [table] }), { t: tableResult })
  await userEvent.click((await menuOf(TITLE)).getByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(`Are you sure you want to remove the widget "${TITLE}"?`)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(page.state().widgets).toHaveLength(1)
  await userEvent.click((await menuOf(TITLE)).getByRole('menuitem', { name: 'Delete' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(page.state().widgets).toEqual([])
})

test('widgets can be moved without a mouse', async () => {
  const state = viewState({
    widgets: [table, aggregationWidget('u')],
    positions: { t: { col: 1, row: 1, width: 4, height: 2 }, u: { col: 1, row: 3, width: 4, height: 2 } },
  })
  const page = await open(state, { t: tableResult })
  await menuOf(TITLE)
  await userEvent.hover(screen.getByRole('menuitem', { name: 'Move' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Down' }))
  expect(page.state().positions).toMatchObject({ t: { row: 3 }, u: { row: 1 } })
})

test('an error in one widget does not affect the others', async () => {
  const failing: WidgetResult = {
    ...nothing,
    errors: [{ type: 'search_type', query_id: 'q', description: 'Expected numeric type on field [app]' }],
  }
  await open(viewState({ widgets: [table, aggregationWidget('f', table.config)] }), { t: tableResult, f: failing })
  expect((await screen.findByRole('alert')).textContent).toContain('Expected numeric type on field [app]')
  expect(screen.getByRole('button', { name: /^1,234: actions/ })).toBeTruthy()
})

test('after a stop a widget says whether its result is partial or missing', async () => {
  const missing = aggregationWidget('f', table.config)
  const results = { t: { ...tableResult, isStopped: true }, f: { ...nothing, isStopped: true } }
  await open(viewState({ widgets: [table, missing] }), results)
  expect(screen.getAllByText('Partial')).toHaveLength(1)
  expect(screen.getByRole('button', { name: /^1,234: actions/ })).toBeTruthy()
  expect(screen.getByText(/^The search was stopped before this had a result/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a widget says that messages of a shard are missing', async () => {
  await open(viewState({ widgets: [table] }), { t: { ...tableResult, missingShards: [2, 3] } })
  await userEvent.hover(screen.getByText('Partial'))
  const text = 'Messages are missing: shards 2, 3 of the message store do not respond'
  expect(await screen.findByRole('tooltip', { name: text })).toBeTruthy()
})

test('a widget of an unknown type shows its configuration and can be deleted', async () => {
  const unknown = { ...table, id: 'x', type: 'sankey', config: { from: 'a' } }
  const page = await open(viewState({ widgets: [unknown] }), {})
  expect(await screen.findByText(/"from": "a"/)).toBeTruthy()
  const menu = await menuOf('Widget of type sankey')
  expect(menu.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  await userEvent.click(menu.getByRole('menuitem', { name: 'Delete' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(page.state().widgets).toEqual([])
})

test('values of a table add terms, and its numbers open the messages behind them', async () => {
  const page = await open(viewState({ widgets: [table] }), { t: tableResult })
  await userEvent.click(screen.getByRole('button', { name: /^web: actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Add to query' }))
  await userEvent.click(screen.getByRole('button', { name: /^1,234: actions/ }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.queryByRole('menuitem', { name: 'Add to query' })).toBeNull()
  await userEvent.click(menu.getByRole('menuitem', { name: /Show documents/ }))
  expect(page.asked).toEqual([
    ['add', 'source:web'],
    ['documents', [{ field: 'source', value: 'web' }]],
  ])
})

test('the editor shows changes at once, and Cancel reverts them', async () => {
  const page = await open(viewState({ widgets: [table] }), { t: tableResult })
  await userEvent.click((await menuOf(TITLE)).getByRole('menuitem', { name: 'Edit' }))
  const editor = within(await screen.findByRole('dialog'))
  await userEvent.click(editor.getByRole('button', { name: 'Remove source' }))
  expect(page.state().widgets[0]?.config).toMatchObject({ row_pivots: [] })
  await userEvent.click(editor.getByRole('button', { name: 'Cancel' }))
  expect(page.state().widgets[0]).toEqual(table)
})

test('a metric gets a custom name, which must be unique', async () => {
  const two = aggregationWidget('t', { series: [countSeries, { function: 'avg(took)', config: { name: 'hits' } }] })
  const page = await open(viewState({ widgets: [two] }), {})
  await userEvent.click((await menuOf('Messages, hits')).getByRole('menuitem', { name: 'Edit' }))
  const editor = within(await screen.findByRole('dialog'))
  await userEvent.click(editor.getByRole('button', { name: 'count()' }))
  await userEvent.type(editor.getByRole('textbox', { name: 'Name' }), 'hits{Enter}')
  expect(editor.getByText('Name must be unique.')).toBeTruthy()
  await userEvent.type(editor.getByRole('textbox', { name: 'Name' }), ' too{Enter}')
  expect(page.state().widgets[0]?.config).toMatchObject({ series: [{ config: { name: 'hits too' } }, {}] })
})

test('a formula is typed over the letters of the metrics, corrected with a button, and never stored as a metric', async () => {
  const rate = aggregationWidget('t', {
    row_pivots: [valuesPivot('source')],
    series: [countSeries, { function: 'sum(errors)', config: { name: null } }],
  })
  const chart = pivotSample(rate.config, [['web']], [], (_row, _column, metric) => (metric === 'count()' ? 200 : 14))
  const page = await open(viewState({ widgets: [rate], titles: { widget: { t: 'Rate' } } }), {
    t: { ...nothing, results: { chart } },
  })
  await userEvent.click((await menuOf('Rate')).getByRole('menuitem', { name: 'Edit' }))
  const editor = within(await screen.findByRole('dialog'))
  expect(within(editor.getByRole('list', { name: 'Metrics' })).getByText('B')).toBeTruthy()
  await userEvent.click(editor.getByRole('button', { name: 'Add a formula' }))
  const formula = editor.getByRole('textbox', { name: 'Formula' })
  await userEvent.clear(formula)
  await userEvent.type(formula, 'b / A * 100{Enter}')
  expect(editor.getByRole('alert').textContent).toContain('There is no metric b: there are A and B.')
  await userEvent.click(editor.getByRole('button', { name: 'Fix: B / A * 100' }))
  expect(await editor.findByRole('columnheader', { name: /B \/ A \* 100/ })).toBeTruthy()
  expect(editor.getByRole('cell', { name: '7' })).toBeTruthy()
  await userEvent.click(editor.getByRole('button', { name: 'Actions for metric B / A * 100' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sort largest first' }))
  expect(page.state().widgets[0]?.config).toEqual({
    ...rate.config,
    formulas: [{ formula: 'B / A * 100' }],
    formulas_only: false,
    sort: [{ type: 'series', field: 'B / A * 100', direction: 'Descending' }],
  })
})
