import {
  type ConfigurationVariable,
  createVariable,
  listVariables,
  updateVariable,
  validateVariable,
} from '@logyard/contract/sidecars/variables'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'

const host: ConfigurationVariable = { id: '5f00000000000000000000a1', name: 'host', description: null, content: 'a' }
const path = '/system/sidecars/configuration?show=variables'
const variableServer = (stored: readonly ConfigurationVariable[], saved: ConfigurationVariable) =>
  quietServer()
    .on(listVariables, [...stored])
    .on(validateVariable, { failed: false, errors: {}, error_context: {} })
    .on(createVariable, saved)
    .on(updateVariable, saved)

const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${name}`) })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
/** Clicks are slow in jsdom on a busy machine. */
const slow = 20_000

test(
  'a new variable is entered in an empty dialog',
  async () => {
    const server = variableServer([], host)
    using _ = renderConsole({ user: ada, path, server })
    await press('New variable')
    await screen.findByRole('dialog', { name: 'New variable' })
    await userEvent.type(await field('Name'), 'host')
    await userEvent.type(await field('Content'), 'a')
    await press('Create')
    await screen.findByText('Configuration variable "host" successfully created')
    expect(server.calls(createVariable)[0]?.body).toEqual({ name: 'host', description: '', content: 'a' })
  },
  slow,
)

test(
  'the dialog of a stored variable names it and has its values',
  async () => {
    const server = variableServer([host], { ...host, name: 'host2' })
    using _ = renderConsole({ user: ada, path, server })
    await press('Edit host')
    await screen.findByRole('dialog', { name: `Edit variable \${user.host}` })
    await userEvent.type(await field('Name'), '2')
    await press('Save')
    await screen.findByText('Configuration variable "host2" successfully updated')
    const [{ path: saved, body } = {}] = server.calls(updateVariable)
    expect(saved).toBe(`/sidecar/configuration_variables/${host.id}`)
    expect(body).toEqual({ name: 'host2', description: '', content: 'a' })
  },
  slow,
)
