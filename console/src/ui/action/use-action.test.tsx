import { Button } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, renderConsole } from '../../testing/render-console.tsx'
import { useAskedAction } from './use-action.ts'

const run = vi.fn(() => Promise.resolve())

function Roles() {
  const remove = useAskedAction({
    run,
    texts: 'roles.toast.delete',
    question: 'roles.delete',
    questionText: () => Promise.reject(new Error('no connection')),
    values: (name: string) => ({ name }),
    changes: [],
  })
  return <Button onClick={() => void remove('Reader')}>Delete</Button>
}

test('a question whose text cannot be loaded is not asked, and a toast shows the failure', async () => {
  using _ = renderConsole({ user: ada, path: '/names', plugins: [{ routes: [{ path: '/names', component: Roles }] }] })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain('no connection')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(run).not.toHaveBeenCalled()
})
