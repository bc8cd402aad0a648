import { useText } from '../../base/text/text.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { STATUS_TONES, type StatusName } from './model/sidecar-status.ts'

interface StatusMarkProps {
  readonly status: StatusName
  /** What the agent says about it; shown on hover. */
  readonly message?: string | undefined
}

export function StatusMark({ status, message = '' }: StatusMarkProps) {
  const t = useText()
  const mark = (
    <span>
      <StatusDot tone={STATUS_TONES[status]}>{t(`sidecars.status.${status}`)}</StatusDot>
    </span>
  )
  return message === '' ? mark : <Tooltip label={<span translate="no">{message}</span>}>{mark}</Tooltip>
}
