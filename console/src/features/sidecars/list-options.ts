export const SIDECAR_PAGE_SIZES: readonly number[] = [10, 25, 50, 100]
export const SIDECAR_PAGE_SIZE = 50

/** The fields that the server searches. */
export const SIDECAR_SEARCH_HELP = {
  fields: ['name', 'status', 'operating_system', 'last_seen', 'node_id', 'sidecar_version'],
  example: 'status:failing last_seen:<=2026-04-10',
}

export const CONFIGURATION_LIST = { sort: 'name', pageSizes: [10, 25], pageSize: 10 } as const
