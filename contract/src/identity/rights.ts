/**
 * Permissions that no operation requires as a whole: its answer leaves out what the caller may not see, or its body
 * decides.
 */
import { holds } from '../http/operation.ts'

export const seesBuffers = { access: holds('buffers:read') }
export const seesLoggers = { access: holds('loggers:read') }
export const seesNotifications = { access: holds('notifications:read') }
export const createsDashboards = { access: holds('dashboards:create') }
export const editsSearch = { access: holds('view:edit:<id>') }
export const administrates = { access: holds('*') }
