import { MantineProvider, Menu } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { installBrowserShims } from '../../testing/browser-shims.ts'
import { TOAST_LAYER } from './layers.ts'
import { theme } from './theme.ts'

test('an open menu is above toasts, which would take the clicks on its entries', async () => {
  installBrowserShims()
  render(
    <MantineProvider theme={theme}>
      <Menu opened>
        <Menu.Target>
          <button type="button">Actions</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </MantineProvider>,
  )
  const item = await screen.findByText('Delete')
  const dropdown = item.closest<HTMLElement>('[role="menu"]')
  expect(Number(dropdown?.style.zIndex)).toBeGreaterThan(TOAST_LAYER)
  cleanup()
})
