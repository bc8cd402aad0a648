/** What the lists of tables, caches and data adapters have in common. */
export const LIST_OPTIONS = { sort: 'title', order: 'asc', pageSizes: [10, 50, 100] } as const

export const SEARCH_HELP = {
  fields: ['id', 'title', 'name', 'description'],
  example: 'name:geo',
} as const
