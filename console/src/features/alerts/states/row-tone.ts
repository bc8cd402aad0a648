import type { AlertState } from '@logyard/contract/alerts/alerts'
import { priorityName } from '../../../alerting/priority.tsx'

/** Rows stand out while their alert of high priority is open. */
export const rowTone = (priority: number, state: AlertState | undefined): 'high' | undefined =>
  state === 'open' && priorityName(priority) === 'high' ? 'high' : undefined
