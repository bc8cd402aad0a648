import { prepareShare, type ShareState, updateShare } from '@logyard/contract/identity/shares'
import type { UserSummary } from '@logyard/contract/identity/users'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { useCatalogues } from '../base/text/text.tsx'
import type { SeenRequest } from '../testing/contract-server.ts'
import { ada, quietServer, renderConsole } from '../testing/render-console.tsx'
import { ShareButton } from './share-button.tsx'

const GRN = 'grn::::stream:5f0000000000000000000009'
const EVERYONE = 'grn::::builtin-team:everyone'
const GRACE = 'grn::::user:5f0000000000000000000002'
const LINUS = 'grn::::user:5f0000000000000000000003'
const GONE = 'grn::::user:5f0000000000000000000004'

const present: ShareState = {
  entity: GRN,
  sharing_user: 'grn::::user:5f0000000000000000000001',
  available_grantees: [
    { id: LINUS, type: 'user', title: 'Linus' },
    { id: GRACE, type: 'user', title: 'Grace' },
    { id: EVERYONE, type: 'global', title: 'Everyone' },
  ],
  available_capabilities: [
    { id: 'view', title: 'Viewer' },
    { id: 'manage', title: 'Manager' },
    { id: 'own', title: 'Owner' },
  ],
  active_shares: [
    { grant: 'grn::::grant:1', grantee: GRACE, capability: 'own' },
    { grant: 'grn::::grant:2', grantee: EVERYONE, capability: 'view' },
  ],
  selected_grantee_capabilities: { [GRACE]: 'own', [EVERYONE]: 'view' },
  missing_permissions_on_dependencies: {},
  validation_result: { failed: false, errors: {}, error_context: {} },
}

/** Responds like the server: for the selection in the request, or else for the saved shares. */
function judged(request: SeenRequest, more: Partial<ShareState> = {}): ShareState {
  const { selected_grantee_capabilities: selection } = request.body as {
    selected_grantee_capabilities?: ShareState['selected_grantee_capabilities']
  }
  return { ...present, selected_grantee_capabilities: selection ?? present.selected_grantee_capabilities, ...more }
}

const ownerless = {
  failed: true,
  errors: {
    selected_grantee_capabilities: [`Removing the following owners <[${GRACE}]> will leave the entity ownerless.`],
  },
  error_context: { selected_grantee_capabilities: [GRACE] },
}

type Judge = (request: SeenRequest) => ShareState
const ok = (judge: Judge) => (request: SeenRequest) => ({ status: 200, body: judge(request) })
const serverThat = (judge: Judge, user: UserSummary = ada) => quietServer(user).outcome(prepareShare, ok(judge))

function SharePage() {
  const catalogues = useCatalogues()
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    void catalogues.load('sharing').then(() => setIsReady(true))
  }, [catalogues])
  return isReady ? <ShareButton grn={GRN} type="stream" title="Payments" /> : null
}

function renderButton({ user = ada, server = serverThat(judged, user) } = {}) {
  const route = { path: '/share-me', component: SharePage }
  return renderConsole({ path: '/share-me', user, server, plugins: [{ routes: [route] }] })
}

async function openDialog() {
  const actor = userEvent.setup()
  await actor.click(await screen.findByRole('button', { name: 'Share' }, { timeout: 10_000 }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sharing stream: Payments' }))
  await dialog.findByRole('table')
  return { actor, dialog }
}
const rows = (dialog: Pick<typeof screen, 'getAllByRole'>) =>
  dialog
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent ?? '')

test('a user who is not an owner sees a disabled button', async () => {
  const user = { ...ada, permissions: ['streams:read'], grn_permissions: [] }
  using app = renderButton({ user })
  const button = await screen.findByRole('button', { name: 'Share' }, { timeout: 10_000 })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.setup().click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(app.server.calls(prepareShare)).toEqual([])
})

test('an owner opens the dialog and sees Everyone before the users', async () => {
  using app = renderButton({ user: { ...ada, permissions: [], grn_permissions: [`entity:own:${GRN}`] } })
  const { dialog } = await openDialog()
  expect(rows(dialog)).toEqual([expect.stringContaining('Everyone'), expect.stringContaining('Grace')])
  expect(app.server.calls(prepareShare).map(({ body }) => body)).toEqual([{}])
  expect(dialog.getByLabelText('Sharable URL')).toHaveProperty(
    'value',
    'http://localhost:3000/streams/5f0000000000000000000009/search',
  )
})

test('a new collaborator is checked by the server immediately, marked, and saved with all others', async () => {
  const server = serverThat(judged).outcome(updateShare, ok(judged))
  using app = renderButton({ server })
  const { actor, dialog } = await openDialog()
  await actor.click(dialog.getByRole('combobox', { name: 'Collaborator' }))
  await actor.click(await screen.findByRole('option', { name: 'Linus', hidden: true }))
  await actor.selectOptions(dialog.getByRole('combobox', { name: 'Capability' }), 'manage')
  await actor.click(dialog.getByRole('button', { name: 'Add collaborator' }))
  const selection = { [GRACE]: 'own', [EVERYONE]: 'view', [LINUS]: 'manage' }
  await waitFor(() =>
    expect(app.server.calls(prepareShare).at(-1)?.body).toEqual({ selected_grantee_capabilities: selection }),
  )
  expect(rows(dialog)[0]).toContain('LinusNew')
  const save = dialog.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  await actor.click(save)
  await screen.findByText('Shares for stream "Payments" updated successfully')
  expect(app.server.calls(updateShare).map(({ body }) => body)).toEqual([{ selected_grantee_capabilities: selection }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('adding without a selection asks for one', async () => {
  using _ = renderButton()
  const { actor, dialog } = await openDialog()
  await actor.click(dialog.getByRole('button', { name: 'Add collaborator' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('The grantee is required.')
})

test("removing the last owner shows an error with the owner's name and cannot be saved", async () => {
  const judge = (request: SeenRequest) => {
    const state = judged(request)
    const hasOwner = Object.values(state.selected_grantee_capabilities).includes('own')
    return hasOwner ? state : { ...state, validation_result: ownerless }
  }
  using _ = renderButton({ server: serverThat(judge) })
  const { actor, dialog } = await openDialog()
  await actor.click(dialog.getByRole('button', { name: 'Remove Grace' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Grace')
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
})

test("a rejected update keeps the dialog open and shows the server's findings", async () => {
  const server = serverThat(judged).outcome(updateShare, (request) => ({
    status: 400,
    body: judged(request, { validation_result: ownerless }),
  }))
  using _ = renderButton({ server })
  const { actor, dialog } = await openDialog()
  await actor.selectOptions(dialog.getByRole('combobox', { name: 'Capability of Grace' }), 'view')
  expect(await dialog.findByText('Changed')).toBeTruthy()
  const save = dialog.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  await actor.click(save)
  await screen.findByText('Updating shares for stream "Payments" failed with status: Bad Request')
  expect(dialog.getByText('At least one owner is required')).toBeTruthy()
})

test('dependencies that a collaborator cannot see are listed with their owners, but do not prevent saving', async () => {
  const missing = {
    [GRACE]: [
      { id: 'grn::::stream:s2', type: 'stream', title: 'Raw', owners: [{ id: LINUS, type: 'user', title: 'Linus' }] },
    ],
  }
  const judge = (request: SeenRequest) => judged(request, { missing_permissions_on_dependencies: missing })
  using _ = renderButton({ server: serverThat(judge) })
  const { actor, dialog } = await openDialog()
  expect(dialog.getByText('Missing access').closest('[role]')?.textContent).toContain(
    'Grace cannot see these streams:Raw',
  )
  await actor.click(dialog.getByRole('button', { name: 'Remove Everyone' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false))
})

test('the streams that a collaborator cannot see are shared together with the entity', async () => {
  const stream = 'grn::::stream:5f0000000000000000000008'
  const missing = { [GRACE]: [{ id: stream, type: 'stream', title: 'Raw', owners: [] }] }
  const judge = (request: SeenRequest) => judged(request, { missing_permissions_on_dependencies: missing })
  const server = serverThat(judge).outcome(updateShare, ok(judge))
  using app = renderButton({ server })
  const { actor, dialog } = await openDialog()
  await actor.click(dialog.getByRole('checkbox', { name: 'Share these streams too' }))
  await actor.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(app.server.calls(updateShare)).toHaveLength(2))
  // Who already has more than that keeps it.
  expect(
    app.server.calls(updateShare).map(({ path, body }) => [decodeURIComponent(path).split('/').at(-1), body]),
  ).toEqual([
    [stream, { selected_grantee_capabilities: { [GRACE]: 'own', [EVERYONE]: 'view' } }],
    [GRN, { selected_grantee_capabilities: { [GRACE]: 'own', [EVERYONE]: 'view' } }],
  ])
})

test('saving asks about a collaborator who was selected but not added', async () => {
  const server = serverThat(judged).outcome(updateShare, ok(judged))
  using app = renderButton({ server })
  const { actor, dialog } = await openDialog()
  await actor.click(dialog.getByRole('combobox', { name: 'Collaborator' }))
  await actor.click(await screen.findByRole('option', { name: 'Linus', hidden: true }))
  await actor.click(dialog.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('dialog', { name: 'Collaborator not added' }))
  question.getByText('You selected Linus but did not add them.')
  expect(app.server.calls(updateShare)).toEqual([])
  await actor.click(question.getByRole('button', { name: 'Save without' }))
  await waitFor(() => expect(app.server.calls(updateShare)).toHaveLength(1))
})

test('a grantee that the server does not name is shown as an error', async () => {
  const judge = (request: SeenRequest) => judged(request, { selected_grantee_capabilities: { [GONE]: 'view' } })
  using _ = renderButton({ server: serverThat(judge) })
  const { dialog } = await openDialog()
  dialog.getByText(`not found ${GONE} (error)`)
})
