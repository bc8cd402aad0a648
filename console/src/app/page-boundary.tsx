import { Component, type ReactNode } from 'react'
import { BrokenPage } from './pages/broken-page.tsx'

interface Props {
  /** The page is tried again at another entry of the history. */
  readonly entryKey: string
  readonly children: ReactNode
}
interface State {
  readonly failed: { readonly error: unknown } | undefined
  readonly entryKey: string
}

/** Shows what is wrong in place of a page that fails to render; the frame stays. */
export class PageBoundary extends Component<Props, State> {
  override readonly state: State = { failed: undefined, entryKey: this.props.entryKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } }
  }

  static getDerivedStateFromProps({ entryKey }: Props, state: State): Partial<State> | null {
    return entryKey === state.entryKey ? null : { failed: undefined, entryKey }
  }

  override render() {
    const { failed } = this.state
    return failed === undefined ? this.props.children : <BrokenPage error={failed.error} />
  }
}
