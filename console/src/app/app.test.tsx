import { createSession, deleteSession, validateSession } from '@logyard/contract/identity/sessions'
import { getUser } from '@logyard/contract/identity/users'
import { listNotifications } from '@logyard/contract/notices/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../testing/render-console.tsx'

const overviewTitle = { name: 'System overview', level: 1 }
const refused = (status: number, message: string) => ({ status, body: { type: 'ApiError', message } })

async function signIn(password = 'right') {
  await userEvent.type(await screen.findByLabelText('Username'), 'ada')
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('a deep link survives the sign-in, and calls wait for the sign-in', async () => {
  using app = renderConsole({ path: '/system/overview' })
  await screen.findByRole('heading', { name: 'Welcome to Logyard' })
  expect(document.title).toBe('Sign in · Logyard')
  expect(app.server.calls(getUser)).toEqual([])
  await signIn()
  await screen.findByRole('heading', overviewTitle)
  expect(window.location.pathname).toBe('/system/overview')
  expect(document.title).toBe('System overview · Logyard')
  expect(window.localStorage.getItem('sessionId')).toBe('s1')
  expect(app.server.calls(createSession)[0]?.body).toEqual({
    username: 'ada',
    password: 'right',
    host: 'localhost:3000',
  })
})

test.each([
  { status: 401, body: null, text: 'Invalid credentials, please verify them and retry.' },
  { ...refused(429, 'Too many attempts'), text: 'Too many sign-in attempts. Wait a moment, then try again.' },
  {
    ...refused(503, 'Authentication service unavailable'),
    text: 'Error - the server returned: 503 - Authentication service unavailable',
  },
])('a sign-in with the response $status shows: $text', async ({ status, body, text }) => {
  using _app = renderConsole({ server: quietServer().outcome(createSession, () => ({ status, body })) })
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

test('empty fields do not send a sign-in', async () => {
  using app = renderConsole()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  await screen.findByText('Enter your username and password.')
  expect(app.server.calls(createSession)).toEqual([])
})

test('a stored session that the server no longer knows is cleared', async () => {
  const server = quietServer().on(validateSession, { is_valid: false, session_id: null, username: null })
  using _app = renderConsole({ user: ada, server })
  await screen.findByRole('heading', { name: 'Welcome to Logyard' })
  expect(window.localStorage.getItem('sessionId')).toBeNull()
  expect(window.localStorage.getItem('username')).toBeNull()
})

test('without a session the validation says undefined:session, and every call carries both request headers', async () => {
  using app = renderConsole()
  await screen.findByRole('heading', { name: 'Welcome to Logyard' })
  const [validation] = app.server.calls(validateSession)
  expect(atob(validation?.headers.get('Authorization')?.replace('Basic ', '') ?? '')).toBe('undefined:session')
  expect(validation?.headers.get('X-Requested-By')).toBe('XMLHttpRequest')
  expect(validation?.headers.get('X-Requested-With')).toBe('XMLHttpRequest')
})

test('polls do not extend the session, the first user call does', async () => {
  using app = renderConsole({ user: ada, path: '/system/overview' })
  await screen.findByRole('heading', overviewTitle)
  await waitFor(() => expect(app.server.calls(listNotifications).length).toBeGreaterThan(0))
  const extension = 'X-Graylog-No-Session-Extension'
  expect(app.server.calls(listNotifications)[0]?.headers.get(extension)).toBe('true')
  expect(app.server.calls(getUser)[0]?.headers.get(extension)).toBeNull()
})

test('a 401 shows the login at the same URL, and signing in returns to the same page', async () => {
  const server = quietServer()
  using app = renderConsole({ user: ada, path: '/system/overview', server })
  await screen.findByRole('heading', overviewTitle)
  let isExpired = true
  server.outcome(listNotifications, () =>
    isExpired ? { status: 401, body: null } : { status: 200, body: { total: 0, notifications: [] } },
  )
  await app.services.queryClient.invalidateQueries({ queryKey: ['system-notifications'] })
  await screen.findByText(/Session expired/)
  expect(window.location.pathname).toBe('/system/overview')
  isExpired = false
  await signIn()
  await waitFor(() => expect(screen.queryByText(/Session expired/)).toBeNull())
  expect(screen.getByRole('heading', overviewTitle)).toBeTruthy()
})

test('signing out in another tab signs out this one', async () => {
  using _app = renderConsole({ user: ada, path: '/system/overview' })
  await screen.findByRole('heading', overviewTitle)
  window.localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'sessionId' }))
  await screen.findByRole('heading', { name: 'Welcome to Logyard' })
})

test('a banner reports an unreachable server, above a page that stays readable, until the server is back', async () => {
  const server = quietServer()
  using app = renderConsole({ user: ada, path: '/system/overview', server })
  await screen.findByRole('heading', overviewTitle)
  server.stop()
  await app.services.queryClient.invalidateQueries({ queryKey: ['system-notifications'] })
  expect((await screen.findByText(/^Can’t reach/)).textContent).toBe('Can’t reach localhost:3000. Retrying…')
  expect(screen.getByRole('heading', overviewTitle)).toBeTruthy()
  server.start()
  await waitFor(() => expect(screen.queryByText(/^Can’t reach/)).toBeNull())
})

test('a 403 replaces the page until the user returns to it', async () => {
  using app = renderConsole({ user: ada, path: '/system/overview' })
  await screen.findByRole('heading', overviewTitle)
  app.server.outcome(deleteSession, () => refused(403, 'Not authorized'))
  await expect(app.services.call(deleteSession, { params: { sessionId: 's1' } })).rejects.toMatchObject({ status: 403 })
  const page = await screen.findByRole('alert')
  expect(page.textContent).toContain('Missing permissions')
  expect(page.textContent).toContain('while trying to access /system/overview.')
  await userEvent.click(screen.getByRole('button', { name: 'Back to the page' }))
  await waitFor(() => expect(screen.queryByText('Missing permissions')).toBeNull())
})

test('a refused search names the streams', async () => {
  using app = renderConsole({ user: ada, path: '/system/overview' })
  await screen.findByRole('heading', overviewTitle)
  const body = { type: 'MissingStreamPermission', message: 'no', streams: ['s1', 's2'] }
  app.server.outcome(deleteSession, () => ({ status: 403, body }))
  await expect(app.services.call(deleteSession, { params: { sessionId: 's1' } })).rejects.toThrow()
  expect((await screen.findByRole('alert')).textContent).toContain('streams with the id: s1, s2.')
})

const GUARDED = ['Inputs', 'Users', 'Roles']

test.each([
  { permissions: [], entries: [] },
  { permissions: ['users:list'], entries: ['Users'] },
  { permissions: ['inputs:read', 'users', 'roles:*'], entries: GUARDED },
  { permissions: ['*'], entries: GUARDED },
])('with $permissions the navigation shows $entries among the restricted entries', async ({ permissions, entries }) => {
  using _app = renderConsole({ user: { ...ada, permissions }, path: '/system/overview' })
  const navigation = await screen.findByRole('navigation', { name: 'Main navigation' })
  const links = within(navigation).getAllByRole('link')
  const labels = links.map((link) => link.textContent ?? '')
  expect(labels.filter((label) => GUARDED.includes(label))).toEqual(entries)
  expect(labels).toContain('Overview')
})

test.each(['/nowhere', '/system/nowhere', '/notfound'])(
  '%s shows the not-found page inside the frame',
  async (path) => {
    using _app = renderConsole({ user: ada, path })
    await screen.findByRole('heading', { name: 'Page not found' })
    expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeTruthy()
  },
)

test('the start page redirects without a history entry, below the prefix', async () => {
  using _app = renderConsole({ user: ada, path: '/', prefix: '/logs' })
  const before = window.history.length
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/logs\/./))
  expect(window.history.length).toBe(before)
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
  expect(links.filter((href) => !href.startsWith('/logs/') && !href.startsWith('#'))).toEqual([])
})

test('logging out closes the page before the server ends the session', async () => {
  const ended = Promise.withResolvers<void>()
  const server = quietServer().outcome(deleteSession, async () => {
    await ended.promise
    return { status: 204, body: null }
  })
  using app = renderConsole({ user: ada, path: '/system/overview', server })
  await userEvent.click(await screen.findByRole('button', { name: 'Ada Lovelace' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await waitFor(() => expect(app.server.calls(deleteSession)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull())
  ended.resolve()
  await screen.findByRole('heading', { name: 'Welcome to Logyard' })
})

test('logging out clears the session even when the server refuses', async () => {
  const server = quietServer().outcome(deleteSession, () => refused(500, 'no'))
  using _app = renderConsole({ user: ada, path: '/system/overview', server })
  await userEvent.click(await screen.findByRole('button', { name: 'Ada Lovelace' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await screen.findByRole('heading', { name: 'Welcome to Logyard' })
  expect(window.localStorage.getItem('sessionId')).toBeNull()
  expect(window.location.pathname).toBe('/')
})
