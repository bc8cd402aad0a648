/** Prefix of all query keys of lookup tables, caches and data adapters; a change to one invalidates them all. */
export const LOOKUP_KEY = ['lookup'] as const
