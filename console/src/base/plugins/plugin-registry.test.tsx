import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ada, renderConsole } from '../../testing/render-console.tsx'
import { createPluginRegistry } from './plugin-registry.ts'

const Screen = () => <h1>From a plugin</h1>

test('a plugin route is found by its key; an unknown key throws unless the lookup is lenient', () => {
  const { pluginRoute } = createPluginRegistry([
    {
      routes: [
        { path: '/system/pipelines/:pipelineId', component: Screen },
        { path: '/archive', component: Screen },
      ],
    },
  ])
  const pipeline = pluginRoute('SYSTEM_PIPELINES_PIPELINEID')
  expect(typeof pipeline === 'function' && pipeline('a b')).toBe('/system/pipelines/a%20b')
  expect(pluginRoute('ARCHIVE')).toBe('/archive')
  expect(() => pluginRoute('NOPE')).toThrow("Could not find plugin route 'NOPE'.")
  expect(pluginRoute('NOPE', { lenient: true })).toBeUndefined()
})

test('plugin entries are sorted naturally and hidden without their permission', async () => {
  using _app = renderConsole({
    user: { ...ada, permissions: ['archive:read'] },
    path: '/archive/10',
    plugins: [
      {
        routes: [{ path: '/archive/:id', component: Screen }],
        navigation: [
          { path: '/archive/10', description: 'Archive 10', permissions: 'archive:read' },
          { path: '/archive/9', description: 'Archive 9' },
          { path: '/secret', description: 'Secret', permissions: ['secret:read'] },
          { description: 'Empty', children: [{ path: '/x', description: 'X', permissions: 'x:read' }] },
        ],
        globalNotifications: [{ key: 'banner', component: () => <p>Banner of a plugin</p> }],
      },
    ],
  })
  await screen.findByRole('heading', { name: 'From a plugin' })
  const navigation = screen.getByRole('navigation', { name: 'Main navigation' })
  const links = within(navigation)
    .getAllByRole('link')
    .map((link) => link.textContent ?? '')
  expect(links.filter((label) => label.startsWith('Archive'))).toEqual(['Archive 9', 'Archive 10'])
  for (const hidden of ['Secret', 'Empty', 'X']) expect(within(navigation).queryByText(hidden)).toBeNull()
  expect(screen.getByText('Banner of a plugin')).toBeTruthy()
})

test('a plugin screen outside the frame has no navigation', async () => {
  using _app = renderConsole({
    user: ada,
    path: '/wall',
    plugins: [{ routes: [{ path: '/wall', component: Screen, parentComponent: null }] }],
  })
  await screen.findByRole('heading', { name: 'From a plugin' })
  expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull()
})

test('one login provider replaces the form, two do not', async () => {
  const login = (type: string) => ({ loginProviderType: [{ type, formComponent: () => <p>Log in with {type}</p> }] })
  {
    using _one = renderConsole({ plugins: [login('oidc')] })
    await screen.findByText('Log in with oidc')
  }
  using _two = renderConsole({ plugins: [login('oidc'), login('saml')] })
  await screen.findByRole('heading', { name: 'Welcome to Logyard' })
})
