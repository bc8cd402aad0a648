import { Button, TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, renderConsole } from '../../testing/render-console.tsx'
import { EntityForm } from './entity-form.tsx'
import { useEntityForm } from './use-entity-form.ts'

const EMPTY = { name: '' }

function NameForm() {
  const form = useEntityForm({
    isNew: true,
    initial: EMPTY,
    labels: { name: 'Name' },
    problems: ({ name }) => ({ name: name === '' && 'Enter a name.' }),
    save: () => Promise.resolve(),
    onSaved() {
      form.reset(EMPTY)
    },
  })
  return (
    <EntityForm
      form={form}
      label="Names"
      saveLabel="Add name"
      actions={<Button onClick={() => form.reset(EMPTY)}>Clear</Button>}
    >
      <TextInput label="Name" {...form.text('name')} />
    </EntityForm>
  )
}

const show = () =>
  renderConsole({ user: ada, path: '/names', plugins: [{ routes: [{ path: '/names', component: NameForm }] }] })

test('a field that was changed and left shows its error', async () => {
  using _ = show()
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.type(name, 'a')
  await userEvent.tab()
  await userEvent.clear(name)
  expect(screen.getByText('Enter a name.')).toBeDefined()
})

test.each(['Clear', 'Add name'])('a form that begins again after %s shows no errors', async (button) => {
  using _ = show()
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.type(name, 'ada')
  await userEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(name).toHaveProperty('value', ''))
  expect(screen.queryByText('Enter a name.')).toBeNull()
})

test('each submit moves the focus to the field with an error, also if the error is there already', async () => {
  using _ = show()
  const name = await screen.findByRole('textbox', { name: 'Name' })
  for (const _round of [1, 2]) {
    await userEvent.click(screen.getByRole('button', { name: 'Add name' }))
    await waitFor(() => expect(document.activeElement).toBe(name))
  }
})
