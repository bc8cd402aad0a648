/** The states of sidecars and of their collectors. */
import { type NodeDetails, SIDECAR_STATUS } from '@logyard/contract/sidecars/sidecars'
import type { StatusTone } from '../../../ui/status-dot.tsx'

export type StatusName = keyof typeof SIDECAR_STATUS

export const STATUS_NAMES: readonly StatusName[] = ['running', 'failing', 'stopped', 'unknown']

export const STATUS_TONES: Readonly<Record<StatusName, StatusTone>> = {
  running: 'ok',
  failing: 'bad',
  stopped: 'warn',
  unknown: 'off',
}

/** Every number that has no meaning reads as unknown. */
export const statusName = (status: number | undefined): StatusName =>
  STATUS_NAMES.find((name) => SIDECAR_STATUS[name] === status) ?? 'unknown'

/** Status of the sidecar as a whole; one that reports nothing is unknown. */
export const sidecarStatus = ({ status }: NodeDetails): StatusName =>
  status == null ? 'unknown' : statusName(status.status)

const URGENCY: Readonly<Record<StatusName, number>> = { failing: 0, stopped: 1, unknown: 2, running: 3 }

/** Failing ones first. */
export const byUrgency = (a: StatusName, b: StatusName): number => URGENCY[a] - URGENCY[b]
