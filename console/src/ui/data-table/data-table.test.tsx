import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { ConsolePlugin } from '../../base/plugins/plugin-registry.ts'
import { AppLink } from '../../base/routes/app-link.tsx'
import { ada, renderConsole } from '../../testing/render-console.tsx'
import { useLeaveGuard } from '../confirm/use-leave-guard.ts'
import { DataTable } from './data-table.tsx'
import type { Column, ListResult } from './data-table-props.ts'
import { pageQueryOf, useListState } from './list-state.ts'

interface Thing {
  readonly id: string
  readonly name: string
}
const things: readonly Thing[] = Array.from({ length: 60 }, (_, index) => ({ id: `${index}`, name: `Thing ${index}` }))

function DraftForm() {
  const [text, setText] = useState('')
  useLeaveGuard(text !== '')
  return <input aria-label="Draft" value={text} onChange={(event) => setText(event.currentTarget.value)} />
}

/** A list screen over `things`, as features write theirs; `asked` sees what would go to the API. */
function listPlugin(
  asked: (query: object) => void,
  override: Partial<ListResult<Thing>> = {},
  changed: (rows: readonly Thing[]) => void = () => undefined,
): ConsolePlugin {
  const component = () => <Things asked={asked} override={override} changed={changed} />
  return { routes: [{ path: '/things', component }] }
}

const COLUMNS: readonly Column<Thing>[] = [
  {
    id: 'name',
    header: 'Name',
    sortKey: 'name',
    cell: ({ id, name }) => <AppLink to={`/things/${id}`}>{name}</AppLink>,
  },
  { id: 'length', header: 'Length', cell: ({ name }) => name.length },
  { id: 'owner', header: 'Owner', cell: ({ id }) => `Owner ${id}` },
]

interface ThingsProps {
  readonly asked: (query: object) => void
  readonly override: Partial<ListResult<Thing>>
  readonly changed: (rows: readonly Thing[]) => void
}

function Things({ asked, override, changed }: ThingsProps) {
  const list = useListState({ sort: 'name' })
  asked(pageQueryOf(list))
  const matching = things.filter(({ name }) => name.includes(list.query))
  const from = (list.page - 1) * list.perPage
  const rows = matching.slice(from, from + list.perPage)
  const full = { data: { rows, total: matching.length }, error: null, isFetching: false, refetch: () => undefined }
  return (
    <DataTable
      label="Things"
      list={list}
      result={{ ...full, ...override }}
      columns={COLUMNS}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowActions={({ name }) => [{ label: 'Delete', disabledBecause: name === 'Thing 1' ? 'It is in use' : undefined }]}
      bulkActions={[
        {
          label: 'Delete all',
          run: (chosen) => {
            changed(chosen)
            return Promise.resolve(true)
          },
        },
      ]}
      allMatching={{
        offer: `Select all ${matching.length} things`,
        selected: `All ${matching.length} things selected`,
        load: () => Promise.resolve(matching),
      }}
      searchHelp={{ fields: ['name'], example: 'name:x' }}
      empty={{ title: 'No things yet', text: 'Things are for testing.' }}
    />
  )
}

test('page, order and search are in the URL; a new order or search returns to the first page', async () => {
  const asked = vi.fn()
  using _app = renderConsole({ user: ada, path: '/things?page=2', plugins: [listPlugin(asked)] })
  await screen.findByText('Thing 25')
  expect(asked).toHaveBeenLastCalledWith({ page: 2, per_page: 25, query: '', sort: 'name', order: 'asc' })
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(window.location.search).toBe('?sort=name&order=desc')
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(window.location.search).toBe('?sort=name&order=desc&page=2')
  await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), 'Thing 7{Enter}')
  expect(window.location.search).toBe('?sort=name&order=desc&query=Thing+7')
  await screen.findByText('Thing 7')
  expect(screen.queryByText('Thing 8')).toBeNull()
  window.history.back()
  await screen.findByText('Thing 25')
})

test('a search in a table that is part of a form does not submit the form', async () => {
  const submitted = vi.fn()
  const component = () => (
    <form onSubmit={submitted}>
      <Things asked={() => undefined} override={{}} changed={() => undefined} />
    </form>
  )
  using _app = renderConsole({ user: ada, path: '/things', plugins: [{ routes: [{ path: '/things', component }] }] })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Search' }), 'Thing 7{Enter}')
  expect(window.location.search).toBe('?query=Thing+7')
  expect(submitted).not.toHaveBeenCalled()
})

test.each([
  { path: '/things?page=abc&per_page=7&order=up', page: 1, per_page: 25, order: 'asc' },
  { path: '/things?page=-2&per_page=100', page: 1, per_page: 100, order: 'asc' },
])('invalid list parameters in the URL read as the default: $path', async ({ path, ...expected }) => {
  const asked = vi.fn()
  using _app = renderConsole({ user: ada, path, plugins: [listPlugin(asked)] })
  await screen.findByText('Thing 0')
  expect(asked).toHaveBeenLastCalledWith({ ...expected, query: '', sort: 'name' })
})

test('an empty list offers the first step, an empty search says that nothing matches', async () => {
  const asked = vi.fn()
  {
    using _empty = renderConsole({
      user: ada,
      path: '/things',
      plugins: [listPlugin(asked, { data: { rows: [], total: 0 } })],
    })
    await screen.findByText('No things yet')
  }
  using _app = renderConsole({ user: ada, path: '/things?query=nope', plugins: [listPlugin(asked)] })
  await screen.findByText('No matches')
})

test('a list that failed says why and tries again', async () => {
  const refetch = vi.fn()
  const failed = { data: undefined, error: new Error('disk on fire'), refetch }
  using _app = renderConsole({ user: ada, path: '/things', plugins: [listPlugin(vi.fn(), failed)] })
  expect((await screen.findByRole('alert')).textContent).toContain('disk on fire')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('rows are selected for bulk actions, and the selection is cleared once they are done', async () => {
  using _app = renderConsole({ user: ada, path: '/things', plugins: [listPlugin(vi.fn())] })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Thing 3' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Thing 4' }))
  expect(screen.getByText('2 selected')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Delete all' }))
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
})

test('all matching rows of all pages are selected together, until a search or a single row changes that', async () => {
  const changed = vi.fn()
  using _app = renderConsole({ user: ada, path: '/things', plugins: [listPlugin(vi.fn(), {}, changed)] })
  const page = await screen.findByRole('checkbox', { name: 'Select all rows on this page' })
  const offer = (name: string) => screen.queryByRole('button', { name })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Thing 3' }))
  expect(offer('Select all 60 things')).toBeNull()
  const selectAll = async () => {
    await userEvent.click(page)
    await userEvent.click(screen.getByRole('button', { name: 'Select all 60 things' }))
    expect(screen.getByText('All 60 things selected')).toBeTruthy()
  }
  await selectAll()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Thing 3' }))
  expect(screen.getByText('24 selected')).toBeTruthy()
  await selectAll()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(screen.getByText('All 60 things selected')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), 'Thing 1{Enter}')
  await waitFor(() => expect(screen.queryByText(/things selected/)).toBeNull())
  await userEvent.clear(screen.getByRole('textbox', { name: 'Search' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), '{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete all' }))
  await waitFor(() => expect(changed).toHaveBeenCalledWith(things))
})

test('the actions of a row are in its menu; one that is disabled cannot be run', async () => {
  using _app = renderConsole({ user: ada, path: '/things', plugins: [listPlugin(vi.fn())] })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Thing 1' }))
  const item = within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Delete' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
})

const headings = () => screen.getAllByRole('columnheader').map((heading) => heading.getAttribute('abbr'))

test('users hide columns, which the browser remembers for them until they reset the list', async () => {
  using _app = renderConsole({ user: ada, path: '/things', plugins: [listPlugin(vi.fn())] })
  await userEvent.click(await screen.findByRole('button', { name: 'Choose columns' }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.queryByRole('menuitemcheckbox', { name: 'Name' })).toBeNull()
  await userEvent.click(menu.getByRole('menuitemcheckbox', { name: 'Length' }))
  expect(headings()).toEqual([null, 'Name', 'Owner', null])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('link', { name: 'Overview' }))
  await screen.findByRole('heading', { name: 'System overview' })
  window.history.back()
  await screen.findByText('Thing 1')
  expect(headings()).toEqual([null, 'Name', 'Owner', null])
  expect(window.localStorage.getItem('lists.columns.ada')).toContain('length')
  await userEvent.click(screen.getByRole('button', { name: 'Choose columns' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reset columns and widths' }))
  expect(headings()).toEqual([null, 'Name', 'Length', 'Owner', null])
})

test('a column is as wide as its handle was moved, until a double click', async () => {
  using _app = renderConsole({ user: ada, path: '/things', plugins: [listPlugin(vi.fn())] })
  const handle = await screen.findByRole('separator', { name: 'Width of the column Owner' })
  const cell = () => screen.getByText('Owner 1').style.getPropertyValue('--width')
  handle.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(cell()).toBe('60px')
  expect(handle.getAttribute('aria-valuetext')).toBe('60 pixels')
  fireEvent.doubleClick(handle)
  expect(cell()).toBe('')
  expect(handle.getAttribute('aria-valuetext')).toBe('Automatic')
})

test('the width of a dragged column is stored once, at the end of the drag', async () => {
  using _app = renderConsole({ user: ada, path: '/things', plugins: [listPlugin(vi.fn())] })
  const handle = await screen.findByRole('separator', { name: 'Width of the column Owner' })
  const cell = () => screen.getByText('Owner 1').style.getPropertyValue('--width')
  const stored = () => window.localStorage.getItem('lists.columns.ada')
  handle.setPointerCapture = () => undefined
  fireEvent.pointerDown(handle, { button: 0, clientX: 0 })
  fireEvent.pointerMove(handle, { clientX: 90 })
  expect(cell()).toBe('90px')
  expect(stored()).not.toContain('owner')
  fireEvent.pointerMove(handle, { clientX: 120 })
  fireEvent.lostPointerCapture(handle)
  expect(cell()).toBe('120px')
  expect(stored()).toContain('"owner":120')
})

test('keys walk the rows, select, open menus and follow the link of a row', async () => {
  using _app = renderConsole({ user: ada, path: '/things', plugins: [listPlugin(vi.fn())] })
  await screen.findByText('Thing 1')
  const focused = () => document.activeElement?.getAttribute('data-row')
  await userEvent.keyboard('j')
  expect(focused()).toBe('0')
  await userEvent.keyboard('{ArrowDown}j{ArrowUp}k{ArrowDown}')
  expect(focused()).toBe('1')
  await userEvent.keyboard(' ')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Thing 1' }).checked).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('1 selected')).toBeNull()
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await screen.findByRole('menuitem', { name: 'Delete' })
  await userEvent.keyboard('j{Escape}')
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull())
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }))
  await userEvent.keyboard('j')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }).value).toBe('j')
  await userEvent.click(screen.getByText('Owner 7'))
  await userEvent.keyboard('{Enter}')
  expect(window.location.pathname).toBe('/things/7')
})

test('the list of shortcuts has those of lists', async () => {
  using _app = renderConsole({ user: ada, path: '/things', plugins: [listPlugin(vi.fn())] })
  await screen.findByText('Thing 1')
  await userEvent.keyboard('{Shift>}?{/Shift}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(dialog.getByText('Next and previous row')).toBeTruthy()
})

test('leaving with unsaved changes asks; staying preserves them', async () => {
  using _app = renderConsole({
    user: ada,
    path: '/form',
    plugins: [{ routes: [{ path: '/form', component: DraftForm }] }],
  })
  await userEvent.type(await screen.findByLabelText('Draft'), 'half a thought')
  await userEvent.click(screen.getByRole('link', { name: 'Overview' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay on this page' }))
  expect(window.location.pathname).toBe('/form')
  expect(screen.getByLabelText<HTMLInputElement>('Draft').value).toBe('half a thought')
  await userEvent.click(screen.getByRole('link', { name: 'Overview' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave and discard changes' }))
  await screen.findByRole('heading', { name: 'System overview' })
})
