import { Autocomplete, MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { installBrowserShims } from '../../testing/browser-shims.ts'
import { theme } from './theme.ts'

installBrowserShims()

function Field() {
  const [value, setValue] = useState('')
  return <Autocomplete aria-label="Field" data={['source', 'source_ip', 'user']} value={value} onChange={setValue} />
}

function renderField() {
  const submitted = vi.fn((event: Event) => event.preventDefault())
  const form = document.createElement('form')
  form.addEventListener('submit', submitted)
  document.body.append(form)
  const { unmount } = render(
    <MantineProvider theme={theme}>
      <Field />
      <button type="submit">Save</button>
    </MantineProvider>,
    { container: form },
  )
  return {
    submitted,
    [Symbol.dispose]() {
      unmount()
      form.remove()
    },
  }
}

test.each([
  { keys: 'sour{Enter}', value: 'source' },
  { keys: 'sour{Tab}', value: 'source' },
  { keys: 'source{Tab}', value: 'source' },
  { keys: 'us{Escape}{Tab}', value: 'us' },
  { keys: '{Tab}', value: '' },
])('$keys in a field with completion leaves "$value", and submits nothing', async ({ keys, value }) => {
  using field = renderField()
  await userEvent.click(screen.getByRole('combobox', { name: 'Field' }))
  await userEvent.keyboard(keys)
  expect(screen.getByRole('combobox', { name: 'Field' })).toHaveProperty('value', value)
  expect(field.submitted).not.toHaveBeenCalled()
})
