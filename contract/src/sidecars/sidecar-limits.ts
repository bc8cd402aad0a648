/** Bounds of what sidecars report and administrators store. */

/** Registered at once; a further agent is refused. */
export const MAX_SIDECARS = 50_000
export const MAX_COLLECTORS = 1000
export const MAX_CONFIGURATIONS = 5000
export const MAX_VARIABLES = 5000
/** Characters of a template, also of a collector's default one. */
export const MAX_TEMPLATE = 500_000
/** Characters of the content of a variable. */
export const MAX_VARIABLE_CONTENT = 100_000
/** Characters of names, paths and parameters. */
export const MAX_SIDECAR_TEXT = 1000
/** Assignments per sidecar. */
export const MAX_ASSIGNMENTS = 100
/** Log files stored per report. A longer report is cut: an agent whose report is refused could not work. */
export const MAX_LOG_FILES = 1000
export const MAX_COLLECTOR_STATUSES = 200
/** Characters of the output of a failed collector. */
export const MAX_VERBOSE_MESSAGE = 20_000
/** Items in the report of an agent, before it is cut. */
export const MAX_REPORTED_ITEMS = 20_000
export const MAX_REPORTED_TEXT = 4_000_000
/** Sidecars that one request assigns configurations to, or requests actions of. */
export const MAX_SIDECARS_AT_ONCE = 50_000
/** Uploads of old agents; the oldest are deleted. */
export const MAX_UPLOADS = 1000
/** Tags per sidecar or configuration. */
export const MAX_TAGS = 50
