import { Component, type ReactNode } from 'react'
import { BrokenPage } from './pages/broken-page.tsx'

/** Catches what the router's error boundaries do not, such as an error in the frame. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override readonly state: { readonly error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : <BrokenPage error={error} />
  }
}
