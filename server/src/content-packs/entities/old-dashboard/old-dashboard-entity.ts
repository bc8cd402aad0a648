import type { AnyEntityType } from '../../../entities/entity-type.ts'
import { convertDashboard } from './convert-dashboard.ts'
import { oldDashboardCodec } from './old-dashboard.ts'

/** Read as a dashboard of today. There is none to export. */
export const oldDashboardEntity = (dashboard: AnyEntityType): AnyEntityType => ({
  ...dashboard,
  codec: {
    ...dashboard.codec,
    read: (data, reading) => convertDashboard(oldDashboardCodec.read(data, reading)),
  },
})
