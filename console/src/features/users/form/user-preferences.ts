import type { Preferences } from '@logyard/contract/identity/users'

/** The boolean preferences with their defaults. */
const SWITCHES = {
  enableSmartSearch: true,
  updateUnfocussed: false,
  searchSidebarIsPinned: false,
  dashboardSidebarIsPinned: false,
} as const
type SwitchName = keyof typeof SWITCHES
export const SWITCH_NAMES = [
  'enableSmartSearch',
  'updateUnfocussed',
  'searchSidebarIsPinned',
  'dashboardSidebarIsPinned',
] as const

/** Older clients stored booleans as strings. */
const asBoolean = (value: unknown, fallback: boolean) =>
  value === undefined || value === null ? fallback : value === true || value === 'true'

export function switchesOf(preferences: Preferences | null): Record<SwitchName, boolean> {
  const stored = preferences ?? {}
  return {
    enableSmartSearch: asBoolean(stored['enableSmartSearch'], SWITCHES.enableSmartSearch),
    updateUnfocussed: asBoolean(stored['updateUnfocussed'], SWITCHES.updateUnfocussed),
    searchSidebarIsPinned: asBoolean(stored['searchSidebarIsPinned'], SWITCHES.searchSidebarIsPinned),
    dashboardSidebarIsPinned: asBoolean(stored['dashboardSidebarIsPinned'], SWITCHES.dashboardSidebarIsPinned),
  }
}
