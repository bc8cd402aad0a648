import { render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { part } from './part.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

class Boundary extends Component<{ children: ReactNode }, { problem?: string }> {
  override state: { problem?: string } = {}
  static getDerivedStateFromError = (error: Error) => ({ problem: error.message })
  override render() {
    return this.state.problem === undefined ? this.props.children : <p role="alert">{this.state.problem}</p>
  }
}

test('a part takes the place of its fallback when it is loaded, and stands there at once from then on', async () => {
  const load = vi.fn(async () => Greeting)
  const Part = part(load)
  const first = render(<Part name="Ada" fallback={<p>Not yet</p>} />)
  expect(screen.getByText('Not yet')).toBeDefined()
  expect(await screen.findByText('Hello Ada')).toBeDefined()
  expect(screen.queryByText('Not yet')).toBeNull()
  first.unmount()
  render(<Part name="Bob" />)
  expect(screen.getByText('Hello Bob')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part that cannot be loaded is told by the boundary around it, and the next one tries again', async () => {
  // React reports what a boundary catches.
  const reported = vi.spyOn(console, 'error').mockReturnValue(undefined)
  let isOnline = false
  const Part = part(async () => {
    if (!isOnline) throw new Error('The network is gone')
    return Greeting
  })
  const first = render(
    <Boundary>
      <Part name="Ada" />
    </Boundary>,
  )
  expect((await screen.findByRole('alert')).textContent).toBe('The network is gone')
  first.unmount()
  isOnline = true
  render(<Part name="Ada" />)
  expect(await screen.findByText('Hello Ada')).toBeDefined()
  reported.mockRestore()
})
