/** The states of a node, each as a coloured dot with a label. */
import type { SystemOverview } from '@logyard/contract/cluster/cluster'
import type { Lifecycle, LoadBalancerStatus } from '@logyard/contract/cluster/lifecycle'
import { useText } from '../../base/text/text.tsx'
import { StatusDot, type StatusTone } from '../../ui/status-dot.tsx'

const LIFECYCLE_TONES: Readonly<Record<Lifecycle, StatusTone>> = {
  uninitialized: 'off',
  starting: 'busy',
  running: 'ok',
  paused: 'warn',
  throttled: 'warn',
  halting: 'bad',
  failed: 'bad',
  'override lb:alive': 'ok',
  'override lb:throttled': 'warn',
  'override lb:dead': 'bad',
}

const BALANCER_TONES: Readonly<Record<LoadBalancerStatus, StatusTone>> = { alive: 'ok', throttled: 'warn', dead: 'bad' }

type Shown = Pick<SystemOverview, 'lifecycle' | 'lb_status' | 'is_processing'>

export function LifecycleDot({ lifecycle }: Pick<Shown, 'lifecycle'>) {
  const t = useText()
  return <StatusDot tone={LIFECYCLE_TONES[lifecycle]}>{t(`nodes.lifecycle.${lifecycle}`)}</StatusDot>
}

export function ProcessingDot({ is_processing }: Pick<Shown, 'is_processing'>) {
  const t = useText()
  return (
    <StatusDot tone={is_processing ? 'ok' : 'warn'}>
      {t(is_processing ? 'nodes.processing.on' : 'nodes.processing.off')}
    </StatusDot>
  )
}

export function BalancerDot({ lb_status }: Pick<Shown, 'lb_status'>) {
  const t = useText()
  return <StatusDot tone={BALANCER_TONES[lb_status]}>{t(`nodes.balancer.${lb_status}`)}</StatusDot>
}
