import { Button, MantineProvider, TextInput } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, renderConsole } from '../../testing/render-console.tsx'
import { EntityForm } from './entity-form.tsx'
import { FormDialog, useFormDialog } from './form-dialog.tsx'
import { useEntityForm } from './use-entity-form.ts'

/** Dialogs fade out during the whole test. */
const SLOW = { components: { Modal: { defaultProps: { transitionProps: { duration: 60_000 } } } } }

function Names() {
  const { subject, open, ...dialog } = useFormDialog<string>()
  return (
    <MantineProvider env="default" theme={SLOW}>
      <Button onClick={() => open('ada')}>Edit</Button>
      <FormDialog {...dialog} title="Name">
        {subject !== undefined && <NameForm name={subject} />}
      </FormDialog>
    </MantineProvider>
  )
}

function NameForm({ name }: { name: string }) {
  const form = useEntityForm({
    isNew: false,
    initial: { name },
    labels: { name: 'Name' },
    save: () => Promise.resolve(),
  })
  return (
    <EntityForm form={form} saveLabel="Save">
      <TextInput label="Name" {...form.text('name')} />
    </EntityForm>
  )
}

test('a dialog that is opened again while it fades out shows the stored values, not the old draft', async () => {
  using _ = renderConsole({ user: ada, path: '/names', plugins: [{ routes: [{ path: '/names', component: Names }] }] })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const name = () => screen.findByRole('textbox', { name: 'Name' })
  await userEvent.type(await name(), ' lovelace')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(screen.getByRole('button', { name: 'Edit', hidden: true }))
  expect(await name()).toHaveProperty('value', 'ada')
})
