import { render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { deferred } from './deferred.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

class Boundary extends Component<{ children: ReactNode }, { problem?: string }> {
  override state: { problem?: string } = {}
  static getDerivedStateFromError = (error: Error) => ({ problem: error.message })
  override render() {
    return this.state.problem === undefined ? this.props.children : <p role="alert">{this.state.problem}</p>
  }
}

test('a component replaces its fallback once it is loaded, and renders at once from then on', async () => {
  const load = vi.fn(async () => Greeting)
  const Greeter = deferred(load)
  const first = render(<Greeter name="Ada" fallback={<p>Not yet</p>} />)
  expect(screen.getByText('Not yet')).toBeDefined()
  expect(await screen.findByText('Hello Ada')).toBeDefined()
  expect(screen.queryByText('Not yet')).toBeNull()
  first.unmount()
  render(<Greeter name="Bob" />)
  expect(screen.getByText('Hello Bob')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a failed load reaches the error boundary, and the next render tries again', async () => {
  // React reports what a boundary catches.
  const reported = vi.spyOn(console, 'error').mockReturnValue(undefined)
  let isOnline = false
  const Greeter = deferred(async () => {
    if (!isOnline) throw new Error('The network is gone')
    return Greeting
  })
  const first = render(
    <Boundary>
      <Greeter name="Ada" />
    </Boundary>,
  )
  expect((await screen.findByRole('alert')).textContent).toBe('The network is gone')
  first.unmount()
  isOnline = true
  render(<Greeter name="Ada" />)
  expect(await screen.findByText('Hello Ada')).toBeDefined()
  reported.mockRestore()
})
