import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'

export interface RenderBoundaryProps {
  /** Rendering is tried again when either of them changes. */
  readonly widget: unknown
  readonly result: unknown
  readonly children: ReactNode
}
interface State {
  readonly error: unknown
  readonly widget: unknown
  readonly result: unknown
}

/** Shows a rendering error in the widget's own panel; the other widgets stay. */
export class RenderBoundary extends Component<RenderBoundaryProps, State> {
  override readonly state: State = { error: undefined, widget: this.props.widget, result: this.props.result }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ widget, result }: RenderBoundaryProps, state: State): Partial<State> | null {
    return widget === state.widget && result === state.result ? null : { error: undefined, widget, result }
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : <RenderingFailed error={error} />
  }
}

function RenderingFailed({ error }: { error: unknown }) {
  const t = useText()
  return (
    <Alert m="xs" color="red" icon={<IconAlertTriangle />} role="alert" title={t('widgets.errors.rendering')}>
      <Text size="sm" translate="no">
        {error instanceof Error ? error.message : String(error)}
      </Text>
    </Alert>
  )
}
