/**
 * Permissions that the access of no operation names: the operation leaves out of its answer what the caller may not
 * see, or checks them by its body.
 */
import { holds } from '../http/operation.ts'

export const administrates = { access: holds('*') }
export const configuresAuditLog = { access: holds('auditentries:configure') }
export const connectsPipelines = { access: holds('pipeline_connection:edit') }
export const createsDashboards = { access: holds('dashboards:create') }
export const editsSavedSearch = { access: holds('view:edit:<id>') }
export const searchesEverywhere = { access: holds('searches:relative') }
export const seesBuffers = { access: holds('buffers:read') }
export const seesLoggers = { access: holds('loggers:read') }
export const seesNotifications = { access: holds('notifications:read') }
export const seesUser = { access: holds('users:read:<username>') }
